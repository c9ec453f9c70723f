/** Draws whole numbers from 0 up to, but not including, `bound`. */
export type Chance = (bound: number) => number;

/** Pseudo-random numbers that depend on the words alone: the same words give the same numbers. Not for secrets. */
export function createChance(words: readonly (string | number)[]): Chance {
  let state = hash(JSON.stringify(words));
  return (bound) => {
    // mulberry32: one addition and two multiplications a draw, enough for a picture
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** FNV-1a over UTF-16 code units, 32 bits. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return state >>> 0;
}
