import { type BitWriter, createBitWriter } from './bit-writer.ts';
import { writeMacroblock } from './macroblock.ts';
import { nalUnit, nalUnitTypes } from './nal-unit.ts';
import { frameNumberBits } from './parameter-sets.ts';
import type { Planes, SampleBits } from './planes.ts';

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
