/** The sources of the seeds of several takes. */
export interface TakeSeeds {
  /** The seed that was asked for. The takes count up from it; after the largest seed comes 0. */
  seed: number | undefined;
  /** Hex digits derived from the `--once` name, at least 64: the same name gives the same seeds. */
  onceDigits: string | undefined;
  /** In [0, 1). */
  random: () => number;
}

/** Seeds lie within 31 bits, which every generator takes. */
const seedEnd = 2 ** 31;

/** A seed for each take, no two alike. @see service document §2.7 */
export function takeSeeds(takes: number, { onceDigits, random, seed }: TakeSeeds): number[] {
  const first = seed ?? Math.floor((onceDigits === undefined ? random() : fraction(onceDigits)) * seedEnd);
  if (seed !== undefined) {
    // A seed past the 31 bits is not wrapped: the caller asked for exactly that one.
    const end = seed < seedEnd ? seedEnd : Number.POSITIVE_INFINITY;
    return Array.from({ length: takes }, (_, take) => (first + take) % end);
  }
  // An odd step visits every number below a power of two before it repeats one.
  const step =
    2 * Math.floor((seedEnd / 2) * (onceDigits === undefined ? random() : fraction(onceDigits.slice(12)))) +
    1;
  return Array.from({ length: takes }, (_, take) =>
    Number((BigInt(first) + BigInt(step) * BigInt(take)) % BigInt(seedEnd)),
  );
}

/** The first 48 bits of the hex digits as a fraction in [0, 1). */
function fraction(digits: string): number {
  return Number.parseInt(digits.slice(0, 12), 16) / 2 ** 48;
}
