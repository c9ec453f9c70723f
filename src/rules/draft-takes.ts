/** What the seeds of several takes come from. */
export interface TakeSeeds {
  /** The one that was asked for: the takes count up from it, from the largest on from 0. */
  seed: number | undefined;
  /** Hex digits of a name, 64 or more: the same name, the same seeds. */
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
    // What lies outside the 31 bits was asked for as it is.
    const end = seed < seedEnd ? seedEnd : Number.POSITIVE_INFINITY;
    return Array.from({ length: takes }, (_, take) => (first + take) % end);
  }
  // An odd step meets every number below a power of two before it meets one again.
  const step =
    2 * Math.floor((seedEnd / 2) * (onceDigits === undefined ? random() : fraction(onceDigits.slice(12)))) +
    1;
  return Array.from({ length: takes }, (_, take) =>
    Number((BigInt(first) + BigInt(step) * BigInt(take)) % BigInt(seedEnd)),
  );
}

/** The first 48 bits of hex digits, as a part of one. */
function fraction(digits: string): number {
  return Number.parseInt(digits.slice(0, 12), 16) / 2 ** 48;
}
