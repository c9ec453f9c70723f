import { shellLine } from '../text/shell-quote.ts';

/**
 * A change of the typed line. Flags are named by their long names, `--audio` and `--no-audio` apart. A flag that is set takes
 * the place of what was typed for it. A word that is `behind` a flag becomes its value, also where it was that of another flag.
 */
export type LineChange =
  | { set: string; to?: string | undefined }
  | { word: string; to: string }
  | { word: string; behind: string }
  | { leaveOut: string }
  | { command: readonly string[] };

/** A line of genctl from its command on. `…` stands for what was typed behind the command, or behind a flag. */
export interface Line {
  run: readonly string[];
}

/** A mend that is no words: a line of genctl, changes of the typed line, or that line once more. */
export type Step = Line | { change: readonly LineChange[] } | { again: true };

/** A piece of a hint. Words are shown as they are, and nothing reads them. */
export type HintPiece = string | Step;

/** The mend of a failure, in words and in steps. */
export interface HintWords {
  pieces: readonly HintPiece[];
  /** The first piece is a step that mends it alone, whatever follows. */
  isOffered: boolean;
  /** A step that mends it alone. Its line takes the place of the first line of the words, unless it can't be offered. */
  instead?: Step | undefined;
}

/** A step alone mends the failure. */
export type Hint = HintPiece | HintWords;

const lineEnd = '\n';

/** The line is typed again once the cause of a failure is mended. */
export const thenAgain: Step = { again: true };

/** A line of genctl. A value is one word, or a part of the word that it touches; several are words of their own. */
export function genctl(
  texts: TemplateStringsArray,
  ...values: readonly (string | readonly string[] | undefined)[]
): Line {
  const words: (string | undefined)[] = [undefined];
  const add = (text: string): void => {
    words.push(`${words.pop() ?? ''}${text}`);
  };
  texts.forEach((text, at) => {
    text.split(' ').forEach((part, place) => {
      if (place > 0) words.push(undefined);
      if (part !== '') add(part);
    });
    const value = values[at];
    if (typeof value === 'string') add(value);
    else for (const word of value ?? []) words.push(word, undefined);
  });
  return { run: words.filter((word) => word !== undefined) };
}

/** The typed line with a flag. */
export function typedWith(set: string, to?: string): Step {
  return { change: [{ set, to }] };
}

/** Words with steps among them, of which none mends the failure alone. */
export function say(texts: TemplateStringsArray, ...hints: readonly (Hint | undefined)[]): HintWords {
  return { pieces: texts.flatMap((text, at) => [text, ...piecesOf(hints[at])]), isOffered: false };
}

/** A step that mends the failure alone, and words on other ways. */
export function either(step: Step, ...others: readonly (Hint | undefined)[]): HintWords {
  return { pieces: [step, ...others.flatMap(piecesOf)], isOffered: true };
}

/** A step that mends the failure alone, and a hint for where its line can't be offered. */
export function orElse(step: Step | undefined, hint: Hint): Hint {
  if (step === undefined) return hint;
  return { pieces: piecesOf(hint), isOffered: isBegun(hint), instead: step };
}

/** A hint with more behind it. */
export function hintAnd(hint: Hint | undefined, joint: string, more: Hint): Hint {
  if (hint === undefined) return more;
  return {
    pieces: [...piecesOf(hint), joint, ...piecesOf(more)],
    isOffered: hint !== undefined && isBegun(hint),
    instead: stepInstead(hint),
  };
}

/** A hint that ends with another line than the typed one; one that has the line already stays as it is. */
export function hintThen(hint: Hint | undefined, line: Hint): Hint {
  if (hint === undefined) return line;
  if (hasPiece(hint, hintText(line))) return hint;
  const pieces = piecesOf(hint).filter((piece) => piece !== thenAgain);
  return { pieces: [...pieces, ', then: ', ...piecesOf(line)], isOffered: false };
}

/** A hint with its steps changed. */
export function withSteps(hint: Hint, change: (step: Step) => Hint): Hint {
  if (typeof hint === 'string') return hint;
  if (!('pieces' in hint)) return change(hint);
  const pieces = hint.pieces.flatMap((piece) =>
    typeof piece === 'string' ? [piece] : piecesOf(change(piece)),
  );
  const { instead } = hint;
  return { ...hint, pieces, instead: instead && stepsOffered(change(instead))[0] };
}

/** The steps that mend the failure alone, the best first. */
export function stepsOffered(hint: Hint | undefined): readonly Step[] {
  const [first] = piecesOf(hint);
  const begun = hint !== undefined && isBegun(hint) && typeof first === 'object' ? [first] : [];
  return [stepInstead(hint) ?? [], begun].flat();
}

/** A hint may begin with a step that mends the failure alone. */
function isBegun(hint: Hint): boolean {
  return typeof hint === 'object' && (!('pieces' in hint) || hint.isOffered);
}

/** The step whose line takes the place of the words; undefined where none does. */
export function stepInstead(hint: Hint | undefined): Step | undefined {
  return typeof hint === 'object' && 'pieces' in hint ? hint.instead : undefined;
}

export function piecesOf(hint: Hint | undefined): readonly HintPiece[] {
  if (hint === undefined) return [];
  return typeof hint === 'object' && 'pieces' in hint ? hint.pieces : [hint];
}

/** A hint as it is read. */
export function hintText(hint: Hint): string {
  return piecesOf(hint).map(pieceText).join('');
}

/** The lines of a hint as they are read. `isTyped`: it is a line to type, and nothing besides. */
export function hintRows(hint: Hint): { text: string; isTyped: boolean }[] {
  const rows: HintPiece[][] = [[]];
  for (const piece of piecesOf(hint)) {
    const [first = '', ...others] = typeof piece === 'string' ? piece.split(lineEnd) : [piece];
    if (first !== '') rows.at(-1)?.push(first);
    rows.push(...others.map((other) => (other === '' ? [] : [other])));
  }
  return rows.map((pieces) => ({
    text: pieces.map(pieceText).join(''),
    isTyped: pieces.length === 1 && typeof pieces[0] === 'object',
  }));
}

function pieceText(piece: HintPiece): string {
  if (typeof piece === 'string') return piece;
  if ('again' in piece) return ', then run it again';
  if ('run' in piece) return lineText(['genctl', ...piece.run]);
  return piece.change.map(changeText).join(' ');
}

/** A line as it is typed, with `…` for words that are left out. */
function lineText(words: readonly string[]): string {
  return words.map((word) => (word === '…' ? word : shellLine([word]))).join(' ');
}

function changeText(change: LineChange): string {
  if ('set' in change) return lineText(change.to === undefined ? [change.set] : [change.set, change.to]);
  if ('leaveOut' in change) return `leave ${change.leaveOut} out`;
  if ('command' in change) return lineText(['genctl', ...change.command, '…']);
  return lineText('to' in change ? [change.to] : [change.behind, change.word]);
}

/** Hints below each other. */
export function hintLines(hints: readonly (Hint | undefined)[]): Hint {
  return hints.reduce((before, one) => (one === undefined ? before : hintAnd(before, lineEnd, one))) ?? '';
}

/** A hint with a line below it, which is there once. */
export function withLine(hint: Hint | undefined, line: Step): Hint {
  return hint !== undefined && hasPiece(hint, pieceText(line)) ? hint : hintAnd(hint, lineEnd, line);
}

function hasPiece(hint: Hint, text: string): boolean {
  return piecesOf(hint).some((piece) => pieceText(piece) === text);
}

/** A hint with a step in the place of its first line. */
export function withFirst(hint: Hint | undefined, step: Step): Hint {
  const pieces = piecesOf(hint);
  const at = pieces.indexOf(lineEnd);
  return at === -1 ? step : { pieces: [step, ...pieces.slice(at)], isOffered: true };
}

/** A hint of which another line is the one to type again. */
export function hintAgain(hint: Hint, line: Step): Hint;
export function hintAgain(hint: Hint | undefined, line: Step): Hint | undefined;
export function hintAgain(hint: Hint | undefined, line: Step): Hint | undefined {
  return hint && withSteps(hint, (step) => (step === thenAgain ? say`, then: ${line}` : step));
}

export function stepsOf(hint: Hint | undefined): readonly Step[] {
  return piecesOf(hint).filter((piece) => typeof piece === 'object');
}

/** The words of the lines that a hint names, each from its command on. */
export function linesOf(hint: Hint | undefined): readonly (readonly string[])[] {
  return stepsOf(hint).flatMap((step) => ('run' in step ? [step.run] : []));
}

/** The typed line on a route of v1. */
export function toRoute(route: string): Step {
  return {
    change: [
      { set: '--api', to: 'v1' },
      { set: '--route', to: route },
    ],
  };
}
