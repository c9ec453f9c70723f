import { type BitWriter, createBitWriter, nalUnit, nalUnitTypes } from './bit-writer.ts';
import { macroblocksAcross, type SampleBits } from './planes.ts';

/** A profile: the features that a decoder needs. */
interface CodingProfile {
  /** profile_idc. */
  idc: number;
  /** constraint_set0_flag to constraint_set5_flag, then two reserved zeros. */
  constraints: number;
  /** True if the sequence parameter set has a chroma format and bit depths. @see ITU-T H.264 clause 7.3.2.1.1 */
  hasDepths: boolean;
}

/**
 * The smallest profiles with raw, predicted and skipped macroblocks. For eight bits it is Constrained Baseline, which every
 * decoder has; for ten it is High 10, the first with that depth.
 * @see ITU-T H.264 clauses A.2.1.1 and A.2.5
 */
export const profiles = {
  8: { idc: 66, constraints: 0b1100_0000, hasDepths: false },
  10: { idc: 110, constraints: 0, hasDepths: true },
} as const satisfies Record<SampleBits, CodingProfile>;

/** The contents of a sequence parameter set. */
export interface SequenceParameters {
  /** Sides of the picture as shown. Unit: px, even. */
  width: number;
  height: number;
  /** Whole frames a second. */
  framesPerSecond: number;
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
  writeUsability(bits, stream.framesPerSecond);
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

/** Square pixels, BT.709 in the limited range, a fixed rate, no reordering. @see ITU-T H.264 clause E.1.1 */
function writeUsability(bits: BitWriter, framesPerSecond: number): void {
  bits.unsigned(1, 1); // aspect_ratio_info_present_flag
  bits.unsigned(1, 8); // aspect_ratio_idc: 1:1, table E-1
  bits.unsigned(0, 1); // overscan_info_present_flag
  bits.unsigned(1, 1); // video_signal_type_present_flag
  bits.unsigned(5, 3); // video_format: unspecified, table E-2
  bits.unsigned(0, 1); // video_full_range_flag
  bits.unsigned(1, 1); // colour_description_present_flag
  for (const table of [1, 1, 1]) bits.unsigned(table, 8); // primaries, transfer, matrix: BT.709, tables E-3 to E-5
  bits.unsigned(1, 1); // chroma_loc_info_present_flag
  for (const field of [1, 1]) bits.expGolomb(field); // chroma_sample_loc_type: the middle of four, figure E-1
  bits.unsigned(1, 1); // timing_info_present_flag
  bits.unsigned(1, 32); // num_units_in_tick
  bits.unsigned(2 * framesPerSecond, 32); // time_scale: two ticks a frame
  bits.unsigned(1, 1); // fixed_frame_rate_flag
  bits.unsigned(0, 1); // nal_hrd_parameters_present_flag
  bits.unsigned(0, 1); // vcl_hrd_parameters_present_flag
  bits.unsigned(0, 1); // pic_struct_present_flag
  bits.unsigned(1, 1); // bitstream_restriction_flag
  bits.unsigned(1, 1); // motion_vectors_over_pic_boundaries_flag
  bits.expGolomb(0); // max_bytes_per_pic_denom: no promise
  bits.expGolomb(0); // max_bits_per_mb_denom: no promise
  bits.expGolomb(0); // log2_max_mv_length_horizontal
  bits.expGolomb(0); // log2_max_mv_length_vertical
  bits.expGolomb(0); // max_num_reorder_frames
  bits.expGolomb(1); // max_dec_frame_buffering
}

/** @see ITU-T H.264 clause 7.3.2.2 */
export function pictureParameterSet(): Uint8Array {
  const bits = createBitWriter(capacity);
  bits.expGolomb(0); // pic_parameter_set_id
  bits.expGolomb(0); // seq_parameter_set_id
  bits.unsigned(0, 1); // entropy_coding_mode_flag: CAVLC
  bits.unsigned(0, 1); // bottom_field_pic_order_in_frame_present_flag
  bits.expGolomb(0); // num_slice_groups_minus1
  bits.expGolomb(0); // num_ref_idx_l0_default_active_minus1
  bits.expGolomb(0); // num_ref_idx_l1_default_active_minus1
  bits.unsigned(0, 1); // weighted_pred_flag
  bits.unsigned(0, 2); // weighted_bipred_idc
  bits.expGolomb(0); // pic_init_qp_minus26
  bits.expGolomb(0); // pic_init_qs_minus26
  bits.expGolomb(0); // chroma_qp_index_offset
  bits.unsigned(1, 1); // deblocking_filter_control_present_flag: so that a slice can turn the filter off
  bits.unsigned(0, 1); // constrained_intra_pred_flag
  bits.unsigned(0, 1); // redundant_pic_cnt_present_flag
  return nalUnit(nalUnitTypes.pictureParameters, bits.finish());
}
