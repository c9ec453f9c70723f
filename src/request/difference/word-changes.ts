/** A stretch of a text: in both, in the first alone, or in the second alone. */
export interface WordChange {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Texts with more pairs of words between what they begin and end with in common are shown as replaced there. It bounds time and memory. */
const pairsMost = 4_000_000;

/**
 * Matches what may change by itself: white space, a letter of a script that writes no spaces, a word, a picture with its parts, or
 * any other character with its marks.
 */
const words =
  /\s+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]\p{M}*|[\p{L}\p{M}\p{N}_'’-]+|\p{RI}{2}|\p{Extended_Pictographic}(?:[\uFE0F\u{1F3FB}-\u{1F3FF}]|\u200D\p{Extended_Pictographic})*|.\p{M}*/gsu;

/** The changes of a text, word by word. The stretches that are kept or gone are the first text, those kept or new the second. */
export function wordChanges(before: string, after: string): WordChange[] {
  const [first, second] = [wordsOf(before), wordsOf(after)];
  const start = commonLength(first, second);
  const [restOfFirst, restOfSecond] = [first.slice(start), second.slice(start)];
  const end = commonLength(restOfFirst.toReversed(), restOfSecond.toReversed());
  const gone = restOfFirst.slice(0, restOfFirst.length - end);
  const added = restOfSecond.slice(0, restOfSecond.length - end);
  return joined([
    { kind: 'same', text: first.slice(0, start).join('') },
    ...changesWithin(gone, added),
    { kind: 'same', text: first.slice(first.length - end).join('') },
  ]);
}

function wordsOf(text: string): string[] {
  return text.match(words) ?? [];
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  const apart = one.findIndex((word, place) => place >= most || word !== other[place]);
  return apart < 0 ? most : apart;
}

/** The changes that keep the most words. */
function changesWithin(before: readonly string[], after: readonly string[]): WordChange[] {
  if (before.length * after.length > pairsMost) {
    return [
      { kind: 'gone', text: before.join('') },
      { kind: 'new', text: after.join('') },
    ];
  }
  const inCommon = commonCounts(before, after);
  const changes: WordChange[] = [];
  let [x, y] = [0, 0];
  while (x < before.length || y < after.length) {
    const [one, other] = [before[x], after[y]];
    const isSame = one === other;
    const isGone = isSame || other === undefined || inCommon(x + 1, y) >= inCommon(x, y + 1);
    changes.push(
      one !== undefined && isGone
        ? { kind: isSame ? 'same' : 'gone', text: one }
        : { kind: 'new', text: other ?? '' },
    );
    if (one !== undefined && isGone) x += 1;
    if (isSame || one === undefined || !isGone) y += 1;
  }
  return changes;
}

/** How many words, in their order, the rests of two lists from two places on have in common at most. */
function commonCounts(before: readonly string[], after: readonly string[]): (x: number, y: number) => number {
  const width = after.length + 1;
  const counts = new Uint16Array((before.length + 1) * width);
  const at = (x: number, y: number): number => counts[x * width + y] ?? 0;
  for (let x = before.length - 1; x >= 0; x -= 1)
    for (let y = after.length - 1; y >= 0; y -= 1)
      counts[x * width + y] =
        before[x] === after[y] ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1));
  return at;
}

/**
 * Joins what belongs together. Of each changed stretch, what goes comes before what comes. White space between two changes is part
 * of both, because `[-a red-]{+the blue+}` is read sooner than `[-a-]{+the+} [-red-]{+blue+}`.
 */
function joined(changes: readonly WordChange[]): WordChange[] {
  const stretches: WordChange[] = [];
  let [gone, added, space] = ['', '', ''];
  const settle = (): void => {
    if (gone !== '') stretches.push({ kind: 'gone', text: gone });
    if (added !== '') stretches.push({ kind: 'new', text: added });
    if (space !== '') keep(space);
    [gone, added, space] = ['', '', ''];
  };
  const keep = (text: string): void => {
    const last = stretches.at(-1);
    if (last?.kind === 'same') last.text += text;
    else stretches.push({ kind: 'same', text });
  };
  for (const { kind, text } of changes) {
    if (kind !== 'same') {
      [gone, added, space] = [gone + space, added + space, ''];
      if (kind === 'gone') gone += text;
      else added += text;
    } else if (text.trim() === '' && gone + added !== '') space += text;
    else {
      settle();
      if (text !== '') keep(text);
    }
  }
  settle();
  return stretches;
}
