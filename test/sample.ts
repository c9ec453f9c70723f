/**
 * Of a matrix that the system tests prove whole: a few of each kind, other ones in each run. TEST_SEED names the choice, which
 * is printed; TEST_SAMPLE=whole takes all.
 *
 * @param share one in how many; of each kind there is one at least.
 */
export function sample<Case>(
  cases: readonly Case[],
  kindOf: (one: Case) => string,
  share = 5,
): readonly Case[] {
  if (process.env.TEST_SAMPLE === 'whole') return cases;
  const sizes = new Map<string, number>();
  for (const one of cases) sizes.set(kindOf(one), (sizes.get(kindOf(one)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return cases.filter((one) => {
    const kind = kindOf(one);
    const place = seen.get(kind) ?? 0;
    seen.set(kind, place + 1);
    return place % share === mixed(kind) % Math.min(share, sizes.get(kind) ?? 1);
  });
}

/**
 * How far a proof goes whose cases differ by a number alone: a circle's size, how many cases chance makes.
 *
 * @param everyday what shows a fault of its kind; the system tests go as far as `whole`.
 */
export function reach(everyday: number, whole: number): number {
  return process.env.TEST_SAMPLE === 'whole' ? whole : everyday;
}

/** A number for a kind in this run, so that the kinds do not all begin at the same place. */
function mixed(kind: string): number {
  const seed = process.env.TEST_SEED;
  if (seed === undefined) throw new Error('no seed: test/sample-seed.ts has not run');
  let mix = 2_166_136_261;
  for (const letter of `${seed} ${kind}`)
    mix = Math.imul(mix ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return mix >>> 8;
}
