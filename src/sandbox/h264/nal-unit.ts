/** nal_unit_type of the units that this coder writes. @see ITU-T H.264 table 7-1 */
export const nalUnitTypes = {
  changedPicture: 1,
  keyPicture: 5,
  sequenceParameters: 7,
  pictureParameters: 8,
} as const;

/** nal_ref_idc: later units need every unit of this coder, so none may be dropped. */
const referenceIdc = 3;
const twoZeros = Uint8Array.of(0, 0);

/**
 * A NAL unit without start code or length: one header byte, then the payload. Where two zeros are followed by a byte of 3 or
 * less, a 3 is put between them. A payload ends with a one bit, so its end never needs that.
 * @see ITU-T H.264 clauses 7.3.1 and 7.4.1
 */
export function nalUnit(type: number, payload: Uint8Array): Uint8Array {
  const source = Buffer.from(payload.buffer, payload.byteOffset, payload.length);
  const parts: Uint8Array[] = [Uint8Array.of((referenceIdc << 5) | type)];
  let copied = 0;
  let at = source.indexOf(twoZeros);
  while (at >= 0 && at + 2 < source.length) {
    const next = at + 2;
    if ((source[next] ?? 0) <= 3) {
      parts.push(source.subarray(copied, next), Uint8Array.of(3));
      copied = next;
    }
    at = source.indexOf(twoZeros, next);
  }
  parts.push(source.subarray(copied));
  return Buffer.concat(parts);
}
