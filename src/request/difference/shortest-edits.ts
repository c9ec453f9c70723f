/** A step from the first list to the second: `place` is one of the second list for what is new, else one of the first. */
export interface Edit {
  kind: 'same' | 'gone' | 'new';
  place: number;
}

/**
 * The fewest removals and insertions that make one list the other, by the greedy algorithm of Myers (1986). Undefined where it takes
 * more than `most`: time grows with the lists' length times the edits, memory with the square of the edits.
 */
export function shortestEdits(before: Int32Array, after: Int32Array, most: number): Edit[] | undefined {
  const rounds = roundsOf(before, after, most);
  return rounds === undefined ? undefined : walkedBack(before.length, after.length, rounds);
}

/**
 * How far each diagonal was reached before each round. A diagonal is a place in the first list less one in the second. A round is
 * one edit more. The rounds end when both lists are at their end.
 */
function roundsOf(before: Int32Array, after: Int32Array, most: number): Int32Array[] | undefined {
  const edits = Math.min(before.length + after.length, most);
  const middle = edits + 1;
  const reached = new Int32Array(2 * middle + 1);
  const rounds: Int32Array[] = [];
  for (let round = 0; round <= edits; round += 1) {
    const known = reached.slice(middle - round - 1, middle + round + 2);
    rounds.push(known);
    for (let diagonal = -round; diagonal <= round; diagonal += 2) {
      const from = cameFrom(known, diagonal, round);
      let x = from.x + (from.diagonal < diagonal ? 1 : 0);
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x += 1;
        y += 1;
      }
      reached[middle + diagonal] = x;
      if (x >= before.length && y >= after.length) return rounds;
    }
  }
  return undefined;
}

/** The neighbour of a diagonal that reaches further in this round, and how far it was reached. */
function cameFrom(known: Int32Array, diagonal: number, round: number): { diagonal: number; x: number } {
  const at = (place: number): number => known[place + round + 1] ?? 0;
  const isInserted = diagonal === -round || (diagonal !== round && at(diagonal - 1) < at(diagonal + 1));
  const neighbour = isInserted ? diagonal + 1 : diagonal - 1;
  return { diagonal: neighbour, x: at(neighbour) };
}

function walkedBack(beforeLength: number, afterLength: number, rounds: readonly Int32Array[]): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [beforeLength, afterLength];
  for (const [round, known] of [...rounds.entries()].reverse()) {
    const from = cameFrom(known, x - y, round);
    const start = { x: from.x, y: from.x - from.diagonal };
    while (x > start.x && y > start.y) {
      x -= 1;
      y -= 1;
      edits.push({ kind: 'same', place: x });
    }
    if (round === 0) break;
    edits.push(x === start.x ? { kind: 'new', place: start.y } : { kind: 'gone', place: start.x });
    ({ x, y } = start);
  }
  return edits.reverse();
}
