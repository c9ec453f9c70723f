import type { Look } from '../../text/look.ts';
import { hideInLinks } from '../../text/redaction.ts';
import { safeText } from '../../text/safe-text.ts';
import { textWidth } from '../../text/text-width.ts';
import type { Digest } from '../rules/left-out.ts';
import { mediaNames } from './media-names.ts';
import type { FieldChange } from './request-changes.ts';
import { type WordChange, wordChanges } from './word-changes.ts';

/** How much of each end of a long stretch a terminal shows. Unit: UTF-16 units. */
const shownEnds = { same: 40, changed: 400 } as const;

/** The words for a value that one of the requests does not have. */
export const absent = '(none)';

/**
 * The change of a field. Words appear as `[-gone-]{+new+}`, which needs no colour to be read, anything else as `5 → 8`, media by
 * their names. On a terminal long stretches of a text are cut; elsewhere it is whole.
 */
export function changedValue({ after, before }: FieldChange, look: Look, digest: Digest): Piece[] {
  const media = mediaNames(before, after, digest);
  if (media === undefined && isText(before, after)) {
    const changes = wordChanges(textOf(before), textOf(after));
    return changes.flatMap((change, place) =>
      wordPieces(change, look, { isFirst: place === 0, isLast: place === changes.length - 1 }),
    );
  }
  const shown = media ?? { before: valueText(before), after: valueText(after) };
  return fromTo(shown.before ?? absent, shown.after ?? absent, look);
}

/** `5 → 8`. */
export function fromTo(before: string, after: string, { colors, symbols }: Look): Piece[] {
  return [
    { text: onOneLine(before, symbols.lineEnd), paint: colors.bad },
    { text: ` ${symbols.becomes} ` },
    { text: onOneLine(after, symbols.lineEnd), paint: colors.good },
  ];
}

/** Tells whether a field is compared word by word: its values are texts, and one has more than a word. */
function isText(before: unknown, after: unknown): boolean {
  const values = [before, after].filter((value) => value !== undefined);
  return (
    values.every((value) => typeof value === 'string') && values.some((value) => /\s/.test(value.trim()))
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function valueText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value === '' ? '""' : value;
  return JSON.stringify(value);
}

function wordPieces(
  { kind, text }: WordChange,
  look: Look,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Piece[] {
  const { colors, symbols } = look;
  const whole = onOneLine(text, symbols.lineEnd);
  if (kind === 'same') {
    const [head, tail] = look.isTerminal ? endsOf(whole, shownEnds.same) : [whole];
    if (tail === undefined) return [{ text: whole }];
    const rest = { text: symbols.ellipsis, paint: colors.dim };
    return [...(isFirst ? [] : [{ text: head }]), rest, ...(isLast ? [] : [{ text: tail }])];
  }
  const [head, tail] = look.isTerminal ? endsOf(whole, shownEnds.changed) : [whole];
  const shown = tail === undefined ? whole : `${head}${symbols.ellipsis}${tail}`;
  return kind === 'gone'
    ? [{ text: `[-${shown}-]`, paint: colors.bad }]
    : [{ text: `{+${shown}+}`, paint: colors.good }];
}

/** The ends of a text, cut between words where there are some; the second is undefined where the text is short. */
function endsOf(text: string, length: number): [head: string, tail?: string] {
  if (text.length <= 2 * length) return [text];
  const head = text.slice(0, length).replace(/(?<=\s)\S*$|[\uD800-\uDBFF]$/, '');
  const tail = text.slice(-length).replace(/^\S*(?=\s)|^[\uDC00-\uDFFF]/, '');
  return [head, tail];
}

function onOneLine(text: string, lineEnd: string): string {
  return safeText(hideInLinks(text)).replaceAll('\n', `${lineEnd} `);
}

/** A stretch of a line that is painted as one. Its text is safe to show and has no line ends. */
export interface Piece {
  text: string;
  paint?: ((text: string) => string) | undefined;
}

/** Breaks pieces into lines after spaces; a word longer than a line stays whole, also where it is of several pieces. */
export function wrapPieces(pieces: readonly Piece[], columns: number): Piece[][] {
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const word of wordsOf(pieces)) {
    const width = textWidth(
      word
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    );
    if (used > 0 && used + width > columns) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(...word);
    used += textWidth(word.map(({ text }) => text).join(''));
  }
  return lines;
}

/** Paints a line. Neighbours of one paint are one stretch, so that a line has no more escape sequences than it needs. */
export function paintedLine(pieces: readonly Piece[]): string {
  const stretches: Piece[] = [];
  for (const { paint, text } of pieces) {
    const last = stretches.at(-1);
    if (last !== undefined && last.paint === paint) last.text += text;
    else stretches.push({ text, paint });
  }
  const last = stretches.at(-1);
  if (last !== undefined) last.text = last.text.trimEnd();
  return stretches
    .map(({ paint, text }) => (paint === undefined || text === '' ? text : paint(text)))
    .join('');
}

/** The pieces of each word, which ends with the spaces that follow it. */
function* wordsOf(pieces: readonly Piece[]): Generator<Piece[]> {
  let word: Piece[] = [];
  for (const { paint, text } of pieces) {
    for (const part of text.split(/(?<= )(?! )/)) {
      if (part === '') continue;
      word.push({ text: part, paint });
      if (!part.endsWith(' ')) continue;
      yield word;
      word = [];
    }
  }
  if (word.length > 0) yield word;
}
