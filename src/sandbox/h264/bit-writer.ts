/** Writes fields of bits, most significant first, into a buffer of fixed size. @see ITU-T H.264 clauses 7.2 and 9.1 */
export type BitWriter = ReturnType<typeof createBitWriter>;

/** @param capacity the size of the buffer in bytes; writing more is a mistake of the caller. */
export function createBitWriter(capacity: number) {
  const buffer = new Uint8Array(capacity);
  let length = 0;
  let pending = 0;
  let pendingBits = 0;

  /** u(n): a whole number in `bits` bits, at most 32. */
  function unsigned(value: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit--) {
      pending = (pending << 1) | ((value >>> bit) & 1);
      if (++pendingBits === 8) {
        buffer[length++] = pending;
        pending = 0;
        pendingBits = 0;
      }
    }
  }
  /** Zero bits up to the next whole byte. */
  function alignWithZeros(): void {
    if (pendingBits > 0) unsigned(0, 8 - pendingBits);
  }
  return {
    unsigned,
    /** ue(v): Exp-Golomb. A zero has the same code in se(v). */
    expGolomb(value: number): void {
      const code = value + 1;
      const suffixBits = 31 - Math.clz32(code);
      unsigned(0, suffixBits);
      unsigned(code, suffixBits + 1);
    },
    alignWithZeros,
    /** Copies whole bytes; the writer must be aligned. */
    bytes(source: Uint8Array): void {
      buffer.set(source, length);
      length += source.length;
    },
    /** rbsp_trailing_bits: a one, zeros up to a whole byte. @see clause 7.3.2.11 @returns what was written, as a view. */
    finish(): Uint8Array {
      unsigned(1, 1);
      alignWithZeros();
      return buffer.subarray(0, length);
    },
  };
}

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
