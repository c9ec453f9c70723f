import { framesPerSecond } from '../media/rendering.ts';
import { type BitWriter, createBitWriter, nalUnit, nalUnitTypes } from './bit-writer.ts';
import { macroblocksAcross, type SampleBits } from './planes.ts';

/**
 * The smallest profiles with raw, predicted and skipped macroblocks. For eight bits it is Constrained Baseline, which every
 * decoder has; for ten it is High 10, the first with that depth. Each has profile_idc; constraint_set0_flag to constraint_set5_flag
 * with two reserved zeros; and whether the sequence parameter set has a chroma format and bit depths.
 * @see ITU-T H.264 clauses A.2.1.1 and A.2.5
 */
export const profiles = {
  8: { idc: 66, constraints: 0b1100_0000, hasDepths: false },
  10: { idc: 110, constraints: 0, hasDepths: true },
} as const satisfies Record<SampleBits, object>;

/** The contents of a sequence parameter set. */
export interface SequenceParameters {
  /** Sides of the picture as shown. Unit: px, even. */
  width: number;
  height: number;
  sampleBits: SampleBits;
}

/** level_idc: level 5.1, within which every tier is at 24 frames a second, 4K too. @see ITU-T H.264 table A-1 */
const levelIdc = 51;

/** frame_num counts modulo 2 to this power. */
export const frameNumberBits = 4;

const capacity = 64;
/** CropUnitX and CropUnitY for 4:2:0 frames that are not interlaced. Unit: px. */
const cropUnit = 2;

/** @see ITU-T H.264 clause 7.3.2.1.1 */
export function sequenceParameterSet(stream: SequenceParameters): Uint8Array {
  const across = macroblocksAcross(stream.width);
  const down = macroblocksAcross(stream.height);
  const profile = profiles[stream.sampleBits];
  const bits = createBitWriter(capacity);
  bits.unsigned(profile.idc, 8); // profile_idc
  bits.unsigned(profile.constraints, 8); // constraint_set0_flag … reserved_zero_2bits
  bits.unsigned(levelIdc, 8); // level_idc
  bits.expGolomb(0); // seq_parameter_set_id
  if (profile.hasDepths) writeDepths(bits, stream.sampleBits);
  bits.expGolomb(frameNumberBits - 4); // log2_max_frame_num_minus4
  bits.expGolomb(2); // pic_order_cnt_type: shown in the order of decoding, clause 8.2.1.3
  bits.expGolomb(1); // max_num_ref_frames
  bits.unsigned(0, 1); // gaps_in_frame_num_value_allowed_flag
  bits.expGolomb(across - 1); // pic_width_in_mbs_minus1
  bits.expGolomb(down - 1); // pic_height_in_map_units_minus1
  bits.unsigned(1, 1); // frame_mbs_only_flag
  bits.unsigned(1, 1); // direct_8x8_inference_flag
  const cropRight = (across * 16 - stream.width) / cropUnit;
  const cropBottom = (down * 16 - stream.height) / cropUnit;
  bits.unsigned(cropRight + cropBottom > 0 ? 1 : 0, 1); // frame_cropping_flag
  if (cropRight + cropBottom > 0) {
    for (const offset of [0, cropRight, 0, cropBottom]) bits.expGolomb(offset); // left, right, top, bottom
  }
  bits.unsigned(1, 1); // vui_parameters_present_flag
  for (const bit of usability.replaceAll(' ', '')) bits.unsigned(Number(bit), 1);
  return nalUnit(nalUnitTypes.sequenceParameters, bits.finish());
}

/** Writes the chroma format and bit depths, which the profiles from High upwards have. @see ITU-T H.264 clause 7.4.2.1.1 */
function writeDepths(bits: BitWriter, sampleBits: SampleBits): void {
  bits.expGolomb(1); // chroma_format_idc: 4:2:0, table 6-1
  bits.expGolomb(sampleBits - 8); // bit_depth_luma_minus8
  bits.expGolomb(sampleBits - 8); // bit_depth_chroma_minus8
  bits.unsigned(0, 1); // qpprime_y_zero_transform_bypass_flag
  bits.unsigned(0, 1); // seq_scaling_matrix_present_flag
}

/**
 * The fields of how to show the pictures, in bits: square pixels, no overscan; the video's format unspecified, limited range, BT.709
 * three times; colour in the middle of four samples; one tick, two a frame at 24 frames a second, at a fixed rate; nothing on buffers
 * and fields; vectors over bounds, no promise of sizes, no reordering, one picture in the buffer.
 *
 * @see ITU-T H.264 clause E.1.1, tables E-1 to E-5, figure E-1
 */
const usability = [
  '1 00000001 0 1 101 0 1 00000001 00000001 00000001 1 010 010',
  `1 ${(1).toString(2).padStart(32, '0')} ${(2 * framesPerSecond).toString(2).padStart(32, '0')} 1`,
  '0 0 0 1 1 1 1 1 1 1 010',
].join(' ');

/**
 * Ids 0, CAVLC, one group of slices, one reference each, no weights, QP 26, and a filter that a slice can turn off.
 *
 * @see ITU-T H.264 clause 7.3.2.2
 */
export const pictureParameterSet = nalUnit(
  nalUnitTypes.pictureParameters,
  Uint8Array.of(0b1100_1110, 0b0011_1100, 0b1000_0000),
);
