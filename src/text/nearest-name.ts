/** A name as it is compared: `promptText`, `prompt-text` and `prompt_text` are one. Case and separators are the commonest slips. */
export function plainName(name: string): string {
  return name.replace(/[\s_-]/g, '').toLowerCase();
}

/** The name that was probably meant, or undefined where none, or several alike, are within a third of its letters (at most 3). */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  return createNameSearch(candidates)(name);
}

/**
 * Gives `nearestName` among these candidates, of which there may be thousands, and which may be searched many times. `mostOf` says how
 * many letters may be wrong in a name of a length.
 */
export function createNameSearch(
  candidates: readonly string[],
  mostOf = (length: number): number => Math.min(3, Math.max(1, Math.floor(length / 3))),
): (name: string) => string | undefined {
  const known = candidates.map((candidate) => ({ candidate, plainly: plainName(candidate) }));
  return (name) => {
    const bound = mostOf(name.length);
    const plainly = plainName(name);
    let best: string | undefined;
    let isOneOfSeveral = false;
    let most = bound;
    for (const one of known) {
      if (Math.abs(one.candidate.length - name.length) > bound) continue;
      const distance = editDistance(plainly, one.plainly, most);
      if (distance > most) continue;
      isOneOfSeveral = best !== undefined && best !== one.candidate && distance === most;
      best = one.candidate;
      most = distance;
    }
    return isOneOfSeveral ? undefined : best;
  };
}

/** How many letters may be wrong in a name that is taken for a slip of another: a comment is no command. */
export function slipsMost(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** The name of which another is a slip of the hand, which seldom is in the first letter: `async` is no `sync`. Undefined for none. */
export function nameSlipped(name: string, candidates: readonly string[]): string | undefined {
  const first = plainName(name)[0];
  return createNameSearch(
    candidates.filter((one) => plainName(one)[0] === first),
    slipsMost,
  )(name);
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into another; Infinity for more than `most`. */
function editDistance(from: string, to: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + cost,
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    // A swap looks two rows back: once two rows in a row exceed `most`, every later one does too.
    if (Math.min(...current) > most && Math.min(...last) > most) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
