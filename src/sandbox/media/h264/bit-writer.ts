/** Writes fields of bits, most significant first, into a buffer of fixed size. @see ITU-T H.264 clauses 7.2 and 9.1 */
export interface BitWriter {
  /** u(n): a whole number in `bits` bits, at most 32. */
  unsigned(value: number, bits: number): void;
  /** ue(v): Exp-Golomb. */
  expGolomb(value: number): void;
  /** se(v): Exp-Golomb of 0, 1, -1, 2, -2 and so on. @see clause 9.1.1 */
  signedExpGolomb(value: number): void;
  /** Zero bits up to the next whole byte. */
  alignWithZeros(): void;
  /** Copies whole bytes; the writer must be aligned. */
  bytes(source: Uint8Array): void;
  /** rbsp_trailing_bits: a one, zeros up to a whole byte. @see clause 7.3.2.11 @returns what was written, as a view. */
  finish(): Uint8Array;
}

/** @param capacity in bytes; more is never written. */
export function createBitWriter(capacity: number): BitWriter {
  const buffer = new Uint8Array(capacity);
  let length = 0;
  let pending = 0;
  let pendingBits = 0;

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
  function expGolomb(value: number): void {
    const code = value + 1;
    const suffixBits = 31 - Math.clz32(code);
    unsigned(0, suffixBits);
    unsigned(code, suffixBits + 1);
  }
  function alignWithZeros(): void {
    if (pendingBits > 0) unsigned(0, 8 - pendingBits);
  }
  return {
    unsigned,
    expGolomb,
    signedExpGolomb: (value) => expGolomb(value > 0 ? 2 * value - 1 : -2 * value),
    alignWithZeros,
    bytes(source) {
      buffer.set(source, length);
      length += source.length;
    },
    finish() {
      unsigned(1, 1);
      alignWithZeros();
      return buffer.subarray(0, length);
    },
  };
}
