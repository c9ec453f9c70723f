import type { BitWriter } from './bit-writer.ts';
import { chromaSide, lumaSide, type Plane, type Planes } from './planes.ts';

/** Which macroblocks of the current picture hold raw samples: 1 for raw, 0 for predicted or skipped ones. */
export type RawMap = Uint8Array;

/** The offset of intra mb_types in each kind of slice. @see ITU-T H.264 clause 7.4.5, table 7-13 */
const intraOffsets = { key: 0, changed: 5 } as const;
/** mb_type of I_PCM. @see table 7-11 */
const rawType = 25;
/** mb_type of an I_16x16 prediction without coefficients, and intra_chroma_pred_mode. @see tables 7-11 and 8-5 */
const predictedTypes = { down: 1, right: 2 } as const;
const chromaModes = { right: 1, down: 2 } as const;
type Direction = keyof typeof chromaModes;

/** The part of a plane that belongs to a macroblock: its side in samples, and its place among such parts. */
interface Square {
  side: number;
  column: number;
  row: number;
}

/**
 * Codes a macroblock without loss: as a continuation of its neighbours if that gives exactly its samples, else raw. A card is
 * mostly flat, so most macroblocks of a key picture cost only a few bits.
 * @param at column and row in macroblocks
 * @see ITU-T H.264 clause 7.3.5
 */
export function writeMacroblock(
  bits: BitWriter,
  planes: Planes,
  at: { column: number; row: number },
  slice: { kind: keyof typeof intraOffsets; raw: RawMap },
): void {
  const { column, row } = at;
  const place = row * planes.across + column;
  const luma = { side: lumaSide, ...at };
  const chroma = { side: chromaSide, ...at };
  const lumaDirection = continuation([planes.luma], luma);
  const chromaDirection = lumaDirection === undefined ? undefined : continuation(planes.chroma, chroma);
  if (lumaDirection === undefined || chromaDirection === undefined) {
    slice.raw[place] = 1;
    bits.expGolomb(rawType + intraOffsets[slice.kind]); // mb_type
    bits.alignWithZeros(); // pcm_alignment_zero_bit
    writeSamples(bits, planes.luma, luma); // pcm_sample_luma
    for (const plane of planes.chroma) writeSamples(bits, plane, chroma); // pcm_sample_chroma
    return;
  }
  slice.raw[place] = 0;
  bits.expGolomb(predictedTypes[lumaDirection] + intraOffsets[slice.kind]); // mb_type
  bits.expGolomb(chromaModes[chromaDirection]); // intra_chroma_pred_mode
  bits.expGolomb(0); // mb_qp_delta
  writeNoCoefficients(bits, slice.raw, planes.across, at); // residual: Intra16x16DCLevel
}

/**
 * The direction in which all planes exactly continue the row above or the column at the left; undefined for neither.
 * @see ITU-T H.264 clauses 8.3.3.1, 8.3.3.2 and 8.3.4
 */
function continuation(planes: readonly Plane[], square: Square): Direction | undefined {
  const { column, row } = square;
  if (row > 0 && planes.every((plane) => goesOn(plane, square, plane.stride))) return 'down';
  if (column > 0 && planes.every((plane) => goesOn(plane, square, 1))) return 'right';
  return undefined;
}

/** Whether each sample equals the one that lies `distance` before it. */
function goesOn(plane: Plane, { side, column, row }: Square, distance: number): boolean {
  const { samples, stride } = plane;
  for (let y = row * side; y < (row + 1) * side; y++) {
    const begin = y * stride + column * side;
    for (let at = begin; at < begin + side; at++) if (samples[at] !== samples[at - distance]) return false;
  }
  return true;
}

function writeSamples(bits: BitWriter, plane: Plane, { side, column, row }: Square): void {
  for (let y = row * side; y < (row + 1) * side; y++) {
    const begin = y * plane.stride + column * side;
    const { samples } = plane;
    if (samples instanceof Uint8Array) bits.bytes(samples.subarray(begin, begin + side));
    else bits.tenBitSamples(samples.subarray(begin, begin + side));
  }
}

/**
 * Writes the coeff_token for no coefficients. Its code depends on the mean number of coefficients of the neighbours. A raw
 * neighbour counts as 16, so beside one the mean is at least 8. @see ITU-T H.264 clause 9.2.1, table 9-5
 */
function writeNoCoefficients(
  bits: BitWriter,
  raw: RawMap,
  across: number,
  { column, row }: { column: number; row: number },
): void {
  const place = row * across + column;
  const besidesRaw = (column > 0 && raw[place - 1] === 1) || (row > 0 && raw[place - across] === 1);
  if (besidesRaw) bits.unsigned(0b0000_11, 6);
  else bits.unsigned(1, 1);
}
