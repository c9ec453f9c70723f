import type { ModelEntry } from '../../contract/model.ts';
import { promptEnhanceLevels } from '../../contract/prompt-enhance-levels.ts';
import { type MediaRole, mediaRoles } from '../../contract/video-values.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { objectOf, ownValue } from '../json/json-object.ts';
import { tryReadJson } from '../json/read-json.ts';
import { mediaFieldOf } from '../request/fields/media-field.ts';
import { placedOption } from '../request/fields/option-field.ts';
import { promptFieldOf } from '../request/fields/prompt-field.ts';
import { isFlagNumber, isFlagWord } from '../request/flags/flag-names.ts';
import { optionRefusal } from '../request/flags/flag-refusal.ts';
import { mediaPart } from '../request/media-part.ts';
import { promptShapeOf } from '../request/recipient.ts';
import { type LinkShape, shapedLink } from '../schema/link-shape.ts';

/** A flag of `submit` by its name in the table of request flags, and its value; a switch has `true` or `false`. */
interface FlagWord {
  flag: string;
  value: string | boolean;
}

/** A body as the words of a command line. */
export interface RequestLine {
  /** The words without a flag. */
  prompt: string | undefined;
  flags: readonly FlagWord[];
}

const anyInteger = (value: unknown) => Number.isSafeInteger(value) && !Object.is(value, -0);

interface OptionFlag {
  flag: string;
  /** Whether the words of the flag can be read to this value. */
  takes(value: unknown): boolean;
}

const isPlainNumber = (value: unknown) =>
  typeof value === 'number' && isFlagNumber(String(value)) && !Object.is(value, -0);
const isWord = (value: unknown) => typeof value === 'string' && isFlagWord(value);
const isTruth = (value: unknown) => typeof value === 'boolean';

/** The flat options that have a flag of their own. */
const optionFlags: Readonly<Record<string, OptionFlag>> = {
  resolution: { flag: 'resolution', takes: isWord },
  duration: { flag: 'duration', takes: isPlainNumber },
  ratio: { flag: 'ratio', takes: isWord },
  output_format: { flag: 'outputFormat', takes: isWord },
  generate_audio: { flag: 'audio', takes: isTruth },
  bitrate_mode: { flag: 'bitrateMode', takes: isWord },
  watermark: { flag: 'watermark', takes: isTruth },
  seed: { flag: 'seed', takes: anyInteger },
  omni_reference_task_type: { flag: 'referenceTask', takes: isWord },
};

const roleFlags: Readonly<Record<MediaRole, string>> = {
  first_frame: 'firstFrame',
  last_frame: 'lastFrame',
  reference_image: 'refImage',
  reference_video: 'refVideo',
  reference_audio: 'refAudio',
};

/**
 * The command line that makes a body, with a flag for each part that has one. Undefined where flags can't express the body.
 */
export function requestLine(body: Record<string, unknown>, entry: ModelEntry): RequestLine | undefined {
  const { model, input, output, callback_url, prompt_enhance, ...others } = body;
  const fields = objectOf(input);
  if (typeof model !== 'string' || fields === undefined || Object.keys(others).length > 0) return undefined;
  const envelope = envelopeFlags(output, callback_url, prompt_enhance);
  const inner =
    promptShapeOf(model, entry.inputSchema) === 'content'
      ? contentLine(fields, entry)
      : promptLine(fields, entry);
  if (envelope === undefined || inner === undefined) return undefined;
  return { prompt: inner.prompt, flags: [{ flag: 'model', value: model }, ...inner.flags, ...envelope] };
}

/** The command line that gives the body whole. */
export function wholeBodyLine(body: Record<string, unknown>): RequestLine {
  return { prompt: undefined, flags: [{ flag: 'body', value: JSON.stringify(body) }] };
}

function envelopeFlags(output: unknown, callback: unknown, enhance: unknown): FlagWord[] | undefined {
  const { count, ...others } = objectOf(output) ?? {};
  const isKnown =
    output === undefined || (objectOf(output) !== undefined && Object.keys(others).length === 0);
  const isCount = count === undefined ? output === undefined : anyInteger(count) && Number(count) >= 1;
  const isCallback = callback === undefined || (typeof callback === 'string' && callback !== '');
  if (!isKnown || !isCount || !isCallback) return undefined;
  if (enhance !== undefined && !promptEnhanceLevels.some((level) => level === enhance)) return undefined;
  return [
    ...(count === undefined ? [] : [{ flag: 'count', value: String(count) }]),
    ...(enhance === undefined ? [] : [{ flag: 'promptEnhance', value: String(enhance) }]),
    ...(callback === undefined ? [] : [{ flag: 'callbackUrl', value: String(callback) }]),
  ];
}

/** Flags make a content list with the words first and then the media in order. Any other list is given whole with `--set`. */
function contentLine(
  { content, ...options }: Record<string, unknown>,
  entry: ModelEntry,
): RequestLine | undefined {
  const rest = optionWords(options, entry);
  if (rest === undefined || content === undefined) return rest && { prompt: undefined, flags: rest };
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const words =
    ownValue(objectOf(parts[0]), 'type') === 'text' ? ownValue(objectOf(parts[0]), 'text') : undefined;
  const hasWords = typeof words === 'string' && isSayable(words);
  const media = parts.slice(hasWords ? 1 : 0).map(mediaWord);
  const rebuilt = [...(hasWords ? [{ type: 'text', text: words }] : []), ...media.map((one) => one?.part)];
  if (parts.length > 0 && media.every((one) => one !== undefined) && isSame(rebuilt, content))
    return { prompt: hasWords ? words : undefined, flags: [...media.map(({ word }) => word), ...rest] };
  const whole = settingWord('content', content);
  return whole === undefined ? undefined : { prompt: undefined, flags: [whole, ...rest] };
}

function mediaWord(value: unknown): { word: FlagWord; part: unknown } | undefined {
  const part = objectOf(value);
  const role = ownValue(part, 'role');
  const type = ownValue(part, 'type');
  if (typeof role !== 'string' || typeof type !== 'string' || !Object.hasOwn(roleFlags, role))
    return undefined;
  const url = ownValue(objectOf(ownValue(part, type)), 'url');
  if (typeof url !== 'string') return undefined;
  const known = role as MediaRole;
  return { word: { flag: roleFlags[known], value: url }, part: mediaPart({ role: known, url }) };
}

function promptLine(input: Record<string, unknown>, entry: ModelEntry): RequestLine | undefined {
  const promptField = promptFieldOf(entry);
  const { [promptField]: prompt, ...fields } = input;
  const isWords = typeof prompt === 'string' && isSayable(prompt);
  const media = Object.entries(fields).map(([name, value]) => ({
    name,
    words: fieldMedia(name, value, entry),
  }));
  const taken = new Set(media.filter(({ words }) => words !== undefined).map(({ name }) => name));
  const left = Object.entries(fields).filter(([name]) => !taken.has(name));
  const others = isWords || prompt === undefined ? left : [[promptField, prompt] as const, ...left];
  const rest = optionWords(Object.fromEntries(others), entry);
  if (rest === undefined) return undefined;
  return {
    prompt: isWords ? prompt : undefined,
    flags: [...media.flatMap(({ words }) => words ?? []), ...rest],
  };
}

/** The media flags that put exactly this value into exactly this field; undefined where there are none. */
function fieldMedia(name: string, value: unknown, entry: ModelEntry): FlagWord[] | undefined {
  const recipient = { model: entry.id, entry, route: 'jobs' } as const;
  for (const role of mediaRoles) {
    const field = mediaFieldOf(role, recipient);
    if (field?.name !== name) continue;
    const given: unknown[] = field.isList ? (Array.isArray(value) ? value : []) : [value];
    const links = given.map((one) => bareLink(one, field)).filter((link) => link !== undefined);
    if (links.length === 0 || links.length < given.length) return undefined;
    return links.map((link) => ({ flag: roleFlags[role], value: link }));
  }
  return undefined;
}

/** The link that a flag must name to give this value; undefined where no link gives it. */
function bareLink(value: unknown, shape: LinkShape): string | undefined {
  const link = shape.member === undefined ? value : ownValue(objectOf(value), shape.member);
  if (typeof link !== 'string' || link === '') return undefined;
  return isSame(shapedLink(link, shape), value) ? link : undefined;
}

function optionWords(options: Record<string, unknown>, entry: ModelEntry): FlagWord[] | undefined {
  const said = new Set<string>();
  const words = Object.entries(options).map(([name, value]) => {
    const word = optionWord(name, value, entry);
    // A flag can be given only once; further values for it use `--set`.
    if (word === undefined || said.has(word.flag)) return settingWord(name, value);
    said.add(word.flag);
    return word;
  });
  return words.every((word) => word !== undefined) ? words : undefined;
}

/** The flag that puts exactly this value into exactly this field, under whatever name the model has for it. */
function optionWord(name: string, value: unknown, entry: ModelEntry): FlagWord | undefined {
  const recipient = { model: entry.id, entry, route: 'jobs' } as const;
  const options = Object.hasOwn(optionFlags, name) ? [name] : Object.keys(optionFlags);
  for (const option of options) {
    const own = optionFlags[option];
    for (const typed of [value, ...typedFor(value)]) {
      if (own?.takes(typed) !== true || optionRefusal(option, typed, recipient) !== undefined) continue;
      const placed = placedOption(option, typed, recipient);
      if (placed.name === name && isSame(placed.value, value))
        return { flag: own.flag, value: typeof typed === 'boolean' ? typed : String(typed) };
    }
  }
  return undefined;
}

/** Words that a person may have typed for a value which its model spells in its own way. */
function typedFor(value: unknown): unknown[] {
  if (typeof value === 'number') return [String(value), value === 1, value === 0 ? false : undefined];
  if (typeof value !== 'string') return [];
  const number = Number.parseFloat(value);
  return [...(Number.isNaN(number) ? [] : [number]), true, false];
}

/** A `--set name=value` that reads back as this value, which is written as JSON or, if it is a string, bare. */
function settingWord(name: string, value: unknown): FlagWord | undefined {
  if (name === '' || name.includes('=')) return undefined;
  const bare = typeof value === 'string' && !isJson(value);
  return { flag: 'set', value: `${name}=${bare ? value : JSON.stringify(value)}` };
}

/** Whether words can stand on a command line, where blank ones are refused. */
function isSayable(words: string): boolean {
  return words.trim() !== '';
}

function isJson(text: string): boolean {
  return tryReadJson(text) !== undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
