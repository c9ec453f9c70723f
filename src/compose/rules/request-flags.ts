import type { FlagTable } from '../../cli/flag.ts';
import { UsageError } from '../../errors/endings.ts';
import { optionRefusal } from '../../request/flags/flag-refusal.ts';
import { flagKey } from '../../request/option-flags.ts';
import {
  noRequestFlags,
  type RequestFlags,
  readRequestWords,
  requestFlags,
} from '../../request/request-flags.ts';
import { buildSubmission } from '../../request/rules/request-body.ts';
import { isSameJson } from '../../schema/json/canonical-json.ts';
import { isSamePlace, type JsonPlace, valueAt, withoutValueAt } from '../../schema/json/json-place.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { promptFieldOf } from '../../service/body/prompt-field.ts';
import { takesContent } from '../../service/body/recipient.ts';
import type { ModelEntry } from '../../service/model.ts';
import { isOption } from '../../service/options.ts';
import { flagOfOption, flagOfRole, type RequestWords } from '../../service/request-words.ts';
import { mediaRoles } from '../../service/wire-values.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import { envelopeMembers } from './fields-at.ts';
import { inputFlags } from './input-flags.ts';
import { filePlaces } from './local-files.ts';

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

const flags: FlagTable = requestFlags;

/**
 * The command line that makes a body, with a flag for each part that has one. Undefined where flags can't express the body: what a
 * submit would build from them decides.
 */
export function requestLine(body: Record<string, unknown>, entry: ModelEntry): RequestLine | undefined {
  const { callback_url, input, model, output, prompt_enhance } = body;
  const fields = objectOf(input);
  if (typeof model !== 'string' || fields === undefined) return undefined;
  const said = new Set<string>();
  const parts = Object.entries(fields).map(([name, value]) => {
    const line = memberLine(name, value, entry);
    // A flag can be given only once; further values for it use `--set`.
    const isAgain = line.flags.some(({ flag }) => flags[flag]?.kind !== 'list' && said.has(flag));
    for (const { flag } of line.flags) said.add(flag);
    return isAgain ? settingLine(name, value) : line;
  });
  const beside = { count: objectOf(output)?.count, promptEnhance: prompt_enhance, callbackUrl: callback_url };
  const envelope = Object.entries(beside).filter(([, value]) => value !== undefined);
  const line = {
    prompt: parts.find(({ prompt }) => prompt !== undefined)?.prompt,
    flags: [
      { flag: 'model', value: model },
      ...parts.flatMap((part) => part.flags),
      ...envelope.map(([flag, value]) => ({ flag, value: String(value) })),
    ],
  };
  return makes(line, body, entry) ? line : undefined;
}

/** The command line that gives the body whole. */
export function wholeBodyLine(body: Record<string, unknown>): RequestLine {
  return { prompt: undefined, flags: [{ flag: 'body', value: JSON.stringify(body) }] };
}

/**
 * The command line that gives a body whole but for its local files, each of which has its flag: of a whole body no file is sent.
 * Undefined where it has no such file, or the flags would put one at another place.
 */
export function bodyWithFilesLine(body: Record<string, unknown>, entry: ModelEntry): RequestLine | undefined {
  const files = filePlaces(body, entry);
  if (files.length === 0) return undefined;
  const media = files.flatMap(({ place, word }) => {
    const part = objectOf(valueAt(body, place.slice(0, 3)));
    const role = mediaRoles.find((role) => role === ownValue(part, 'role'));
    const flag = place[1] === 'content' ? role && flagOfRole[role] : flagAt(place.slice(0, 2), entry);
    return flag === undefined ? [] : [{ flag: flagKey(flag), value: word }];
  });
  const rest = files.reduceRight<unknown>((left, { place }) => withoutFile(left, place), body);
  const line = { prompt: undefined, flags: [{ flag: 'body', value: JSON.stringify(rest) }, ...media] };
  return makes(line, body, entry) ? line : undefined;
}

/** The body without a file: without its element where it is in a list, else without its field. */
function withoutFile(body: unknown, place: JsonPlace): unknown {
  const isListed = typeof place[2] === 'number';
  const list = place.slice(0, 2);
  const left = withoutValueAt(body, place.slice(0, isListed ? 3 : 2));
  const rest = valueAt(left, list);
  return Array.isArray(rest) && rest.length === 0 ? withoutValueAt(left, list) : left;
}

/** The values of request flags that a line gives. Throws UsageError for a value that a flag does not take. */
export function flagValues(line: RequestLine): RequestFlags {
  const values: Record<string, unknown> = { ...noRequestFlags };
  for (const [place, { flag, value }] of line.flags.entries()) {
    const read = typeof value === 'string' ? flags[flag]?.read?.(value) : value;
    const before = values[flag];
    values[flag] = Array.isArray(before) ? [...(before as unknown[]), { value: read, place }] : read;
  }
  return values as RequestFlags;
}

/** The request that a submit reads from a line. */
export function requestWords(line: RequestLine): RequestWords {
  return submitWords(flagValues(line), line.prompt);
}

/** The request of a submit. Its prompt was entered as it is, so no file and no stdin is read for it. */
export function submitWords(values: RequestFlags, prompt: string | undefined): RequestWords {
  const words = { arguments: prompt === undefined ? [] : [prompt], readable: 0 };
  return readRequestWords('submit', values, words, () => '');
}

/** Tells whether a submit makes exactly this body from a line. */
function makes(line: RequestLine, body: Record<string, unknown>, entry: ModelEntry): boolean {
  try {
    return isSameJson(buildSubmission(requestWords(line), entry), body);
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** The first line that makes a member of the input, which it does alone. */
function memberLine(name: string, value: unknown, entry: ModelEntry): RequestLine {
  const body = { model: entry.id, input: { [name]: value } };
  const named = { flag: 'model', value: entry.id };
  for (const line of linesFor(name, value, entry))
    if (makes({ ...line, flags: [named, ...line.flags] }, body, entry)) return line;
  return settingLine(name, value);
}

/** The lines that may make a member: as the prompt, as parts, or by the flag that sets it. */
function* linesFor(name: string, value: unknown, entry: ModelEntry): Generator<RequestLine> {
  const recipient = { model: entry.id, entry, route: 'jobs' } as const;
  const isContent = takesContent(recipient);
  if (isContent && name === 'content' && Array.isArray(value)) yield contentLine(value);
  if (!isContent && name === promptFieldOf(entry) && isSayable(value)) yield { prompt: value, flags: [] };
  const isTaken = isOption(name) && optionRefusal(name, value, recipient) === undefined;
  const flag = flagAt(['input', name], entry) ?? (isTaken ? flagOfOption(name, true) : undefined);
  const key = flag === undefined ? '' : flagKey(flag);
  const isSaid = flags[key]?.kind === 'pair' ? typeof value === 'boolean' : typeof value !== 'object';
  if (flags[key]?.kind === 'list')
    yield { prompt: undefined, flags: linksIn(value).map((link) => ({ flag: key, value: link })) };
  else if (isSaid)
    yield {
      prompt: undefined,
      flags: [{ flag: key, value: typeof value === 'boolean' ? value : String(value) }],
    };
}

/** Flags make a content list with the words first and then the media in order. */
function contentLine(content: readonly unknown[]): RequestLine {
  const parts = content.map(objectOf);
  const words = ownValue(parts[0], 'type') === 'text' ? ownText(parts[0], 'text') : undefined;
  const media = parts.flatMap((part) => {
    const role = mediaRoles.find((one) => one === ownValue(part, 'role'));
    const url = ownText(objectOf(ownValue(part, ownText(part, 'type') ?? '')), 'url');
    return role === undefined || url === undefined ? [] : [{ flag: flagKey(flagOfRole[role]), value: url }];
  });
  return { prompt: isSayable(words) ? words : undefined, flags: media };
}

/** The links of a value: itself, its elements, or a member of each that holds one. */
export function linksIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(linksIn) : [];
}

/** A `--set name=value` that reads back as this value, which is written as JSON or, if it is a string, bare. */
function settingLine(name: string, value: unknown): RequestLine {
  const bare = typeof value === 'string' && tryReadJson(value) === undefined;
  const said = `${name}=${bare ? value : JSON.stringify(value)}`;
  return { prompt: undefined, flags: [{ flag: 'set', value: said }] };
}

/** Tells whether a command line can hold words: it refuses blank ones. */
function isSayable(words: unknown): words is string {
  return typeof words === 'string' && words.trim() !== '';
}

/** The flag of `submit` that sets the value at a place, such as `--audio`; undefined where only `--set` does. */
export function flagAt(place: JsonPlace, entry: ModelEntry): string | undefined {
  const [first, name] = place;
  if (first === 'input') return place.length === 2 ? inputFlags(entry).get(String(name)) : undefined;
  const member = envelopeMembers(entry).find((one) => isSamePlace(one.place, place));
  return member && flagOfOption(member.name, true);
}
