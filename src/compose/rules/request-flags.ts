import { placedOption } from '../../request/fields/flag-to-field.ts';
import { mediaFieldOf } from '../../request/fields/media-field.ts';
import { optionRefusal } from '../../request/flags/flag-refusal.ts';
import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { type LinkShape, shapedLink } from '../../schema/link-shape.ts';
import { mediaPart } from '../../service/body/media-part.ts';
import { promptFieldOf } from '../../service/body/prompt-field.ts';
import { promptShapeOf } from '../../service/body/recipient.ts';
import { flagOfOption, flagOfRole, isFlagNumber, isFlagWord } from '../../service/flag-names.ts';
import type { ModelEntry } from '../../service/model.ts';
import { mediaRoles } from '../../service/video-values.ts';
import { promptEnhanceLevels } from '../../service/wire-values.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';

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
const isPlainNumber = (value: unknown) =>
  typeof value === 'number' && isFlagNumber(String(value)) && !Object.is(value, -0);
const isWord = (value: unknown) => typeof value === 'string' && isFlagWord(value);
const isTruth = (value: unknown) => typeof value === 'boolean';

/** The flat options that have a flag of their own, and whether its words can be read to a value. */
const optionTakes: Readonly<Record<string, (value: unknown) => boolean>> = {
  resolution: isWord,
  duration: isPlainNumber,
  ratio: isWord,
  output_format: isWord,
  generate_audio: isTruth,
  bitrate_mode: isWord,
  watermark: isTruth,
  seed: anyInteger,
  omni_reference_task_type: isWord,
};

/** The name that a flag has in the table: `refImage` of `--ref-image`. */
function keyOf(flag: string): string {
  return flag.slice('--'.length).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

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
  const first = objectOf(parts[0]);
  const words = ownValue(first, 'type') === 'text' ? ownText(first, 'text') : undefined;
  const hasWords = isSayable(words);
  const media = parts.slice(hasWords ? 1 : 0).map(mediaWord);
  const rebuilt = [...(hasWords ? [{ type: 'text', text: words }] : []), ...media.map((one) => one?.part)];
  if (parts.length > 0 && media.every((one) => one !== undefined) && isSame(rebuilt, content))
    return { prompt: hasWords ? words : undefined, flags: [...media.map(({ word }) => word), ...rest] };
  const whole = settingWord('content', content);
  return whole === undefined ? undefined : { prompt: undefined, flags: [whole, ...rest] };
}

function mediaWord(value: unknown): { word: FlagWord; part: unknown } | undefined {
  const part = objectOf(value);
  const role = mediaRoles.find((one) => one === ownValue(part, 'role'));
  const url = ownText(objectOf(ownValue(part, ownText(part, 'type') ?? '')), 'url');
  if (role === undefined || url === undefined) return undefined;
  return { word: { flag: keyOf(flagOfRole[role]), value: url }, part: mediaPart({ role, url }) };
}

function promptLine(input: Record<string, unknown>, entry: ModelEntry): RequestLine | undefined {
  const promptField = promptFieldOf(entry);
  const { [promptField]: prompt, ...fields } = input;
  const media: FlagWord[] = [];
  const others: [name: string, value: unknown][] = [];
  if (prompt !== undefined && !isSayable(prompt)) others.push([promptField, prompt]);
  for (const [name, value] of Object.entries(fields)) {
    const words = fieldMedia(name, value, entry);
    if (words === undefined) others.push([name, value]);
    else media.push(...words);
  }
  const rest = optionWords(Object.fromEntries(others), entry);
  return rest && { prompt: isSayable(prompt) ? prompt : undefined, flags: [...media, ...rest] };
}

/** The media flags that put exactly this value into exactly this field; undefined where there are none. */
function fieldMedia(name: string, value: unknown, entry: ModelEntry): FlagWord[] | undefined {
  const recipient = { model: entry.id, entry, route: 'jobs' } as const;
  for (const role of mediaRoles) {
    const field = mediaFieldOf(role, recipient);
    if (field?.name !== name) continue;
    const given: unknown[] = field.isList ? (Array.isArray(value) ? value : []) : [value];
    const links = given.flatMap((one) => bareLink(one, field) ?? []);
    if (links.length === 0 || links.length < given.length) return undefined;
    return links.map((link) => ({ flag: keyOf(flagOfRole[role]), value: link }));
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
  const options = Object.hasOwn(optionTakes, name) ? [name] : Object.keys(optionTakes);
  for (const option of options) {
    for (const typed of [value, ...typedFor(value)]) {
      if (optionTakes[option]?.(typed) !== true || optionRefusal(option, typed, recipient) !== undefined)
        continue;
      const placed = placedOption(option, typed, recipient);
      if (placed.name === name && isSame(placed.value, value))
        return {
          flag: keyOf(flagOfOption(option, true)),
          value: typeof typed === 'boolean' ? typed : String(typed),
        };
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
  const bare = typeof value === 'string' && tryReadJson(value) === undefined;
  return { flag: 'set', value: `${name}=${bare ? value : JSON.stringify(value)}` };
}

/** Whether words can stand on a command line, where blank ones are refused. */
function isSayable(words: unknown): words is string {
  return typeof words === 'string' && words.trim() !== '';
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
