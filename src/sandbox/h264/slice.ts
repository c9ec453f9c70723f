import { type BitWriter, createBitWriter, nalUnit, nalUnitTypes } from './bit-writer.ts';
import { frameNumberBits } from './parameter-sets.ts';
import { chromaSide, lumaSide, type Plane, type Planes, type SampleBits } from './planes.ts';

/** slice_type of a picture that is one slice. @see ITU-T H.264 table 7-6 */
const sliceTypes = { key: 7, changed: 5 } as const;

/** The largest size of a macroblock: raw samples, its type and the alignment. Unit: bytes. */
const mostMacroblockBytes = { 8: 384 + 8, 10: 480 + 8 } as const satisfies Record<SampleBits, number>;
const headerBytes = 64;

/**
 * A picture that is decoded without any other: every macroblock is coded.
 * @param order number of the key picture from 0; successive ones must differ in idr_pic_id
 * @see ITU-T H.264 clauses 7.3.3 and 7.3.4
 */
export function codeKeyPicture(planes: Planes, order: number): Uint8Array {
  const count = planes.across * planes.down;
  const bits = createBitWriter(headerBytes + count * mostMacroblockBytes[planes.sampleBits]);
  writeHeaderStart(bits, sliceTypes.key, 0);
  bits.expGolomb(order % 2); // idr_pic_id
  bits.unsigned(0, 1); // no_output_of_prior_pics_flag
  bits.unsigned(0, 1); // long_term_reference_flag
  writeHeaderEnd(bits);
  const slice = { kind: 'key', raw: new Uint8Array(count) } as const;
  for (let row = 0; row < planes.down; row++) {
    for (let column = 0; column < planes.across; column++) {
      writeMacroblock(bits, planes, { column, row }, slice);
    }
  }
  return nalUnit(nalUnitTypes.keyPicture, bits.finish());
}

/**
 * A picture that repeats the one before except for some macroblocks.
 * @param sinceKey number of pictures since the last key picture, from 1
 * @param changed places of the macroblocks to code, in raster order
 * @see ITU-T H.264 clauses 7.3.3 and 7.3.4
 */
export function codeChangedPicture(planes: Planes, sinceKey: number, changed: readonly number[]): Uint8Array {
  const count = planes.across * planes.down;
  const bits = createBitWriter(headerBytes + changed.length * mostMacroblockBytes[planes.sampleBits]);
  writeHeaderStart(bits, sliceTypes.changed, sinceKey);
  bits.unsigned(0, 1); // num_ref_idx_active_override_flag
  bits.unsigned(0, 1); // ref_pic_list_modification_flag_l0
  bits.unsigned(0, 1); // adaptive_ref_pic_marking_mode_flag
  writeHeaderEnd(bits);
  const slice = { kind: 'changed', raw: new Uint8Array(count) } as const;
  let next = 0;
  for (const place of changed) {
    bits.expGolomb(place - next); // mb_skip_run
    const row = Math.floor(place / planes.across);
    writeMacroblock(bits, planes, { column: place - row * planes.across, row }, slice);
    next = place + 1;
  }
  if (next < count) bits.expGolomb(count - next); // mb_skip_run
  return nalUnit(nalUnitTypes.changedPicture, bits.finish());
}

function writeHeaderStart(bits: BitWriter, sliceType: number, frameNumber: number): void {
  bits.expGolomb(0); // first_mb_in_slice
  bits.expGolomb(sliceType); // slice_type
  bits.expGolomb(0); // pic_parameter_set_id
  bits.unsigned(frameNumber % 2 ** frameNumberBits, frameNumberBits); // frame_num
}

function writeHeaderEnd(bits: BitWriter): void {
  bits.expGolomb(0); // slice_qp_delta
  bits.expGolomb(1); // disable_deblocking_filter_idc: edges stay as drawn
}

/** Which macroblocks of the current picture hold raw samples: 1 for raw, 0 for predicted or skipped ones. */
type RawMap = Uint8Array;

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
function writeMacroblock(
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

/** Tells whether each sample of a square equals the one that lies `distance` before it. */
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
    else for (const sample of samples.subarray(begin, begin + side)) bits.unsigned(sample, 10);
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
