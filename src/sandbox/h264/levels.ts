/** The demands of a stream on a decoder. */
export interface StreamDemand {
  /** Unit: macroblocks. */
  widthMacroblocks: number;
  heightMacroblocks: number;
  framesPerSecond: number;
  /** `levelUnitBits` of the stream's profile. Unit: bits. */
  levelUnitBits: number;
  /** Size of each coded picture in decoding order. Unit: bytes. */
  pictureBytes: readonly number[];
}

/** The limits of a level. @see ITU-T H.264 table A-1 */
type Level = readonly [
  /** level_idc: ten times the level's number. */
  idc: number,
  /** MaxMBPS. Unit: macroblocks a second. */
  macroblockRate: number,
  /** MaxFS. Unit: macroblocks a frame. */
  frameMacroblocks: number,
  /** MaxBR. Unit: the profile's `levelUnitBits` a second. */
  bitRate: number,
  /** MaxCPB. Unit: the profile's `levelUnitBits`. */
  bufferSize: number,
  /** MinCR. */
  compressionRatio: number,
];

/** Level 1b is left out: it needs a flag of its own, and 1.1 does as well. */
const levels: readonly Level[] = [
  [10, 1485, 99, 64, 175, 2],
  [11, 3000, 396, 192, 500, 2],
  [12, 6000, 396, 384, 1000, 2],
  [13, 11_880, 396, 768, 2000, 2],
  [20, 11_880, 396, 2000, 2000, 2],
  [21, 19_800, 792, 4000, 4000, 2],
  [22, 20_250, 1620, 4000, 4000, 2],
  [30, 40_500, 1620, 10_000, 10_000, 2],
  [31, 108_000, 3600, 14_000, 14_000, 4],
  [32, 216_000, 5120, 20_000, 20_000, 4],
  [40, 245_760, 8192, 20_000, 25_000, 4],
  [41, 245_760, 8192, 50_000, 62_500, 2],
  [42, 522_240, 8704, 50_000, 62_500, 2],
  [50, 589_824, 22_080, 135_000, 135_000, 2],
  [51, 983_040, 36_864, 240_000, 240_000, 2],
  [52, 2_073_600, 36_864, 240_000, 240_000, 2],
  [60, 4_177_920, 139_264, 240_000, 240_000, 2],
  [61, 8_355_840, 139_264, 480_000, 480_000, 2],
  [62, 16_711_680, 139_264, 800_000, 800_000, 2],
];

/** Bytes of a macroblock of raw 4:2:0 samples of eight bits. The compression ratio is relative to this in every profile. */
const rawMacroblockBytes = 384;

/**
 * The level_idc of the lowest level whose limits a stream keeps: frame, rate, sides, buffer, compression.
 * @throws RangeError where no level takes the stream
 * @see ITU-T H.264 clauses A.3.1 (Baseline) and A.3.2 (High 10)
 */
export function levelIdc(demand: StreamDemand): number {
  const fitting = levels.find(
    (one) => holdsFrames(one, demand) && holdsCompression(one, demand) && holdsBuffer(one, demand),
  );
  if (fitting !== undefined) return fitting[0];
  const size = `${demand.widthMacroblocks} x ${demand.heightMacroblocks} macroblocks`;
  throw new RangeError(
    `No level of H.264 takes ${size} at ${demand.framesPerSecond} frames a second in this many bytes.`,
  );
}

function holdsFrames([, macroblockRate, frameMost]: Level, demand: StreamDemand): boolean {
  const frameMacroblocks = demand.widthMacroblocks * demand.heightMacroblocks;
  const longestSide = Math.max(demand.widthMacroblocks, demand.heightMacroblocks);
  return (
    frameMacroblocks <= frameMost &&
    frameMacroblocks * demand.framesPerSecond <= macroblockRate &&
    longestSide * longestSide <= 8 * frameMost
  );
}

/** Tells whether each picture is small enough for its share of a second. The standard lets the first be larger; here it may not be. */
function holdsCompression([, macroblockRate, , , , ratio]: Level, demand: StreamDemand): boolean {
  const perPicture = macroblockRate / demand.framesPerSecond;
  const most = (rawMacroblockBytes * perPicture) / ratio;
  return demand.pictureBytes.every((bytes) => bytes <= most);
}

/** Tells whether a buffer that fills at the level's rate never runs dry. @see ITU-T H.264 clause C.1.2 */
function holdsBuffer([, , , bitRate, bufferSize]: Level, demand: StreamDemand): boolean {
  const capacity = bufferSize * demand.levelUnitBits;
  const fillBits = (bitRate * demand.levelUnitBits) / demand.framesPerSecond;
  let buffered = capacity;
  return demand.pictureBytes.every((bytes) => {
    buffered -= bytes * 8;
    const holds = buffered >= 0;
    buffered = Math.min(capacity, buffered + fillBits);
    return holds;
  });
}
