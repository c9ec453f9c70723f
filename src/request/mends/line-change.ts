import {
  type LinePart,
  type TypedLine,
  withCommand,
  withFlag,
  withoutFlag,
  withPart,
} from '../../cli/typed-line.ts';
import type { LineChange } from '../../errors/hint.ts';

export function withChange(line: TypedLine, change: LineChange): TypedLine {
  if ('command' in change) return withCommand(line, change.command);
  if ('leaveOut' in change) return withoutFlag(line, change.leaveOut);
  if ('word' in change) return withWord(line, change);
  return withFlag(line, change.set, change.to);
}

function withWord(line: TypedLine, change: Extract<LineChange, { word: string }>): TypedLine {
  const part =
    line.find(({ kind, words: [first] }) => kind === 'word' && first === change.word) ??
    line.find(({ kind, value }) => kind === 'flag' && value === change.word);
  return part === undefined ? line : withPart(line, part, [changedPart(part, change)]);
}

function changedPart(part: LinePart, change: Extract<LineChange, { word: string }>): LinePart {
  if (!('behind' in change)) {
    const { to, word: before } = change;
    // The value may be part of a word: `--ref-image=@fix`.
    const words = part.words.map((one) => (one.endsWith(before) ? one.slice(0, -before.length) + to : one));
    return { ...part, words, ...(part.kind === 'flag' ? { value: to } : {}) };
  }
  const { behind: name, word: value } = change;
  return { kind: 'flag', name, value, words: [name, value] };
}
