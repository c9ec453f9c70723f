import type { LineChange } from '../../errors/cli-error.ts';
import {
  type LinePart,
  type TypedLine,
  withCommand,
  withFlag,
  withoutFlag,
  withPart,
  withWords,
} from './typed-line.ts';

export function withChange(line: TypedLine, change: LineChange): TypedLine {
  if ('command' in change) return withCommand(line, change.command);
  if ('leaveOut' in change) return withoutFlag(line, change.leaveOut);
  if ('word' in change) return withWord(line, change);
  if ('add' in change) {
    const { add: name, to: value } = change;
    return withWords(line, [{ kind: 'flag', name, value, words: [name, value] }]);
  }
  return withFlag(line, change.set, change.to);
}

function withWord(line: TypedLine, change: Extract<LineChange, { word: string }>): TypedLine {
  const part = line.find(({ kind, words: [first] }) => kind === 'word' && first === change.word);
  return part === undefined ? line : withPart(line, part, wordParts(change));
}

function wordParts(change: Extract<LineChange, { word: string }>): LinePart[] {
  const { word } = change;
  if ('behind' in change)
    return [{ kind: 'flag', name: change.behind, value: word, words: [change.behind, word] }];
  return change.to === undefined ? [] : [{ kind: 'word', words: [change.to] }];
}
