import {
  type LinePart,
  type TypedLine,
  withCommand,
  withFlag,
  withoutFlag,
  withPart,
  withWords,
} from '../../cli/typed-line.ts';
import type { LineChange } from '../../errors/hint.ts';
import { type JsonPlace, valueAt } from '../../schema/json/json-place.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { typedValue } from '../../service/body/option-value.ts';
import {
  flagOfPlace,
  innerOf,
  isMediaPart,
  isOfJob,
  mediaPartAt,
  partOfFlag,
  promptPart,
  type RequestView,
  settingPart,
} from './request-view.ts';

/** A change of a request: of the line, of a place in its body, or of its prompt. */
export type RequestChange =
  | LineChange
  | { at: JsonPlace; to?: unknown }
  /** A member by another name. */
  | { at: JsonPlace; name: string }
  | { prompt: string };

/** The line with a change of its request; undefined where no line says it: what stands in JSON is changed there. */
export function withRequestChange(
  line: TypedLine,
  change: RequestChange,
  view: RequestView,
): TypedLine | undefined {
  if ('prompt' in change) return withPrompt(line, change.prompt, view);
  if (!('at' in change)) return withChange(line, change);
  if ('name' in change) return renamed(line, change, view);
  const { at, to } = change;
  const inner = innerOf(at, view) ?? [];
  // A flag changes a body, whatever it was read from.
  const flag = flagOfPlace(at, view, to ?? valueAt(view.body, at));
  const ofFlag = flag === undefined ? undefined : partOfFlag(line, flag);
  const part = ofFlag ?? mediaPartIn(line, inner, view) ?? settingPart(line, inner);
  if (to === undefined) return part && withPart(line, part, []);
  if (part !== undefined && isMediaPart(part))
    return withPart(line, part, [{ ...part, words: [part.words[0] ?? '', String(to)], value: String(to) }]);
  if (flag !== undefined && part?.name !== '--set') return withFlagOf(line, flag, to);
  if (inner.length !== 1 || !view.flags.has('--set')) return undefined;
  const set = [setting(String(inner[0]), to)];
  return part === undefined ? withWords(line, set) : withPart(line, part, set);
}

/** The line with another prompt; undefined where that would be read as stdin or as a flag. */
function withPrompt(line: TypedLine, prompt: string, view: RequestView): TypedLine | undefined {
  if (prompt.startsWith('-')) return undefined;
  if (isOfJob(view)) return view.flags.has('--prompt') ? withFlag(line, '--prompt', prompt) : undefined;
  const typed = promptPart(line);
  // One @ would name a file.
  const part: LinePart = { kind: 'word', words: [prompt.startsWith('@') ? `@${prompt}` : prompt] };
  if (typed !== undefined) return withPart(line, typed, [part]);
  const at = line.findLastIndex(({ kind }) => kind === 'command') + 1;
  return [...line.slice(0, at), part, ...line.slice(at)];
}

function withFlagOf(line: TypedLine, flag: string, to: unknown): TypedLine | undefined {
  if (typeof to === 'boolean') return withFlag(line, flag);
  const value = flag === '--duration' ? typedValue('duration', to) : String(to);
  return value === undefined ? undefined : withFlag(line, flag, value);
}

/** The media flag of a line that says a part of the content list. */
function mediaPartIn(line: TypedLine, [name, index]: JsonPlace, view: RequestView): LinePart | undefined {
  if (name !== 'content' || typeof index !== 'number') return undefined;
  const part = mediaPartAt(index, view);
  return part !== undefined && line.includes(part) ? part : undefined;
}

function setting(name: string, value: unknown): LinePart {
  const text = typeof value === 'string' && tryReadJson(value) === undefined ? value : JSON.stringify(value);
  const words = `${name}=${text}`;
  return { kind: 'flag', name: '--set', value: words, words: ['--set', words] };
}

function renamed(
  line: TypedLine,
  { at, name }: { at: JsonPlace; name: string },
  view: RequestView,
): TypedLine | undefined {
  const inner = innerOf(at, view) ?? [];
  const part = settingPart(line, inner);
  if (part?.value === undefined) return undefined;
  const value = `${name}${part.value.slice(String(inner[0]).length)}`;
  return withPart(line, part, [{ ...part, value, words: ['--set', value] }]);
}

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
