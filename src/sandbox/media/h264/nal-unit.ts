/** nal_unit_type of the units that this coder writes. @see ITU-T H.264 table 7-1 */
export const nalUnitTypes = {
  changedPicture: 1,
  keyPicture: 5,
  sequenceParameters: 7,
  pictureParameters: 8,
} as const;

/** Everything here is needed to decode what follows, so no unit may be dropped. */
const referenceIdc = 3;
const twoZeros = Uint8Array.of(0, 0);

/**
 * A NAL unit without start code or length: one header byte, then the payload with a 3 wherever two zeros would be
 * followed by a byte of 3 or less. A payload ends in a one bit, so that no case arises at its end.
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
