import { plainName } from '../contract/field-names.ts';

/** The name that was probably meant, or undefined where none is within a third of its letters (at most 3). */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const bound = Math.min(3, Math.max(1, Math.floor(name.length / 3)));
  // Case and separators are the commonest slips: `aspectRatio` for `aspect_ratio`.
  const plainly = plainName(name);
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > bound) continue;
    const distance = editDistance(plainly, plainName(candidate), bound);
    if (distance <= bound && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { candidate, distance };
  }
  return best?.candidate;
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
