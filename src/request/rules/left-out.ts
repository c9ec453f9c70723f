import { UsageError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import { type JsonPlace, jsonPath } from '../../schema/json/json-place.ts';
import { objectOf } from '../../text/json-object.ts';

/** Stands where a sidecar left something out. A link or a picture with it can't be mistaken for a whole one. */
export const leftOutMark = '[left-out-of-sidecar]';

/** Tells whether a sidecar left something out of a request. */
export function holdsLeftOut(body: Record<string, unknown>): boolean {
  return JSON.stringify(body).includes(leftOutMark);
}

/** Throws UsageError for a request in which something is left out, because its links and its callback would lead nowhere. */
export function assertWhole(body: Record<string, unknown>): void {
  if (!holdsLeftOut(body)) return;
  throw new UsageError({
    code: 'left_out',
    message: 'The request lacks a part that the sidecar left out',
    why: `It has ${leftOutMark} in place of a secret or a picture. Nothing was sent.`,
    hint: say`${genctl`rerun FILE.json`}: it takes that from the ledger, or from flags`,
  });
}

/** Gives the length and the SHA-256, in hex, by which bytes can be recognised. */
export type Digest = (text: string, of: { base64: boolean }) => { bytes: number; sha256: string };

/** A request without secrets and pictures, and the paths in it where something was left out. */
export interface ShareableBody {
  body: Record<string, unknown>;
  leftOut: string[];
}

/**
 * A body without secrets and large parts. It leaves out user names, queries and fragments of links, the ids of masked links, and
 * what follows the host of a callback. It also leaves out values with the name of a secret, and pictures inside the body. It looks
 * at every text, prompts included.
 * @see service document §2.4, §4.9
 */
export function shareableBody(body: Record<string, unknown>, digest: Digest): ShareableBody {
  const leftOut: string[] = [];
  const shareable = changedTexts(body, [], (text, place) => {
    const shared = shareableText(text, place, digest);
    if (shared !== text) leftOut.push(jsonPath(place));
    return shared;
  });
  return { body: objectOf(shareable) ?? {}, leftOut };
}

/**
 * Puts what was left out of a shareable body back from the whole one, where the two are otherwise alike. What can't be put back
 * keeps its mark, and its places are in the result.
 */
export function restoredBody(
  body: Record<string, unknown>,
  whole: Record<string, unknown> | undefined,
  digest: Digest,
): { body: Record<string, unknown>; lacking: JsonPlace[] } {
  const lacking: JsonPlace[] = [];
  const known = new Map<string, string>();
  if (whole !== undefined)
    changedTexts(whole, [], (text, place) => {
      known.set(jsonPath(place), text);
      return text;
    });
  const restored = changedTexts(body, [], (text, place) => {
    if (!text.includes(leftOutMark)) return text;
    const before = known.get(jsonPath(place));
    if (
      before !== undefined &&
      !before.includes(leftOutMark) &&
      shareableText(before, place, digest) === text
    )
      return before;
    lacking.push(place);
    return text;
  });
  return { body: objectOf(restored) ?? {}, lacking };
}

/**
 * A body without the links of files that no upload has given one. A mark in the place of each tells which file it was.
 *
 * @param files what identifies each file, by what stands for its link in the body.
 */
export function withoutLinks(
  body: Record<string, unknown>,
  files: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const marked = changedTexts(body, [], (text) => {
    const file = files.get(text);
    return file === undefined ? text : `${leftOutMark}${file}`;
  });
  return objectOf(marked) ?? {};
}

/** A value with each of its texts changed, which is told its place. */
export function changedTexts(
  value: unknown,
  place: JsonPlace,
  change: (text: string, place: JsonPlace) => string,
): unknown {
  if (typeof value === 'string') return change(value, place);
  if (Array.isArray(value))
    return value.map((one: unknown, index) => changedTexts(one, [...place, index], change));
  const object = objectOf(value);
  if (object === undefined) return value;
  return Object.fromEntries(
    Object.entries(object).map(([name, one]) => [name, changedTexts(one, [...place, name], change)]),
  );
}

const secretName = /secret|passw|token|api[-_]?key|authorization|credential|signature|cookie/i;
const callbackName = /callback|webhook/i;

function shareableText(text: string, place: JsonPlace, digest: Digest): string {
  if (text === '') return text;
  if (isNamed(place, secretName)) return leftOutMark;
  const trimmed = text.trim();
  const whole = isCallback(place)
    ? shareableCallback(trimmed)
    : /^data:/i.test(trimmed)
      ? shareableData(trimmed, digest)
      : isProse(place) || !startsAsLink.test(trimmed)
        ? undefined
        : shareableLink(trimmed);
  if (whole !== undefined) return whole === trimmed ? text : whole;
  return text
    .replace(dataUrl, (url) => shareableData(url, digest))
    .replace(base64Run, (run) => (isBase64(run) ? described('', digest(run, { base64: true })) : run))
    .replace(link, shareableLink);
}

/**
 * Tells whether a text is prose with links in it. Any other text that begins as a link is a link to its end, whatever it contains.
 */
export function isProse(place: JsonPlace): boolean {
  const name = place.findLast((step) => typeof step === 'string');
  return name === 'text' || /prompt/i.test(String(name));
}

/** Tells whether a text is the address of a callback. */
export function isCallback(place: JsonPlace): boolean {
  return isNamed(place, callbackName);
}

function isNamed(place: JsonPlace, name: RegExp): boolean {
  return place.some((step) => typeof step === 'string' && name.test(step));
}

/** The host of a callback. Its path is left out, because it is as often a secret as its query. */
function shareableCallback(url: string): string {
  const { scheme, user, host, path, rest } = partsOf(url);
  if (host === '') return leftOutMark;
  return user === '' && rest === '' && /^[\\/]?$/.test(path) ? url : `${scheme}${host}/${leftOutMark}`;
}

/**
 * A few parameters are all that a data URL has. So a text of nothing but beginnings of data URLs is read once, and not again from
 * each.
 */
const dataUrl = /\bdata:(?:[\w.+-]+\/[\w.+-]+(?:;[^\s,;"'<>]+){0,16}|(?:;[^\s,;"'<>]+){1,16}),[^\s"'<>)]*/gi;
/** Matches a picture in base64 without the head of a data URL. A hash is shorter, and a sentence has spaces. */
const base64Run = /[A-Za-z0-9+/]{512,}={0,2}/g;

/** Tells whether a run of characters is base64, which has small letters, capitals and digits. */
function isBase64(run: string): boolean {
  return [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(run));
}

function shareableData(url: string, digest: Digest): string {
  const comma = url.indexOf(',');
  const head = url.slice(0, comma + 1).slice(0, 120);
  const content = url.slice(comma + 1);
  // A part that was left out before goes by the bytes that it had, not by its description.
  if (description.test(content)) return head + content;
  return described(head, digest(content, { base64: /;base64,$/i.test(head) }));
}

/** Matches what stands for bytes that were left out. */
const description = /^\[left-out-of-sidecar\]bytes=(\d+),sha256=([0-9a-f]{64})$/;

/** The length and the SHA-256 of bytes that were left out, by what stands for them; undefined for anything else. */
export function leftOutBytes(text: string): ReturnType<Digest> | undefined {
  const [, bytes, sha256] = description.exec(text) ?? [];
  return bytes === undefined || sha256 === undefined ? undefined : { bytes: Number(bytes), sha256 };
}

function described(head: string, { bytes, sha256 }: ReturnType<Digest>): string {
  return `${head}${leftOutMark}bytes=${bytes},sha256=${sha256}`;
}

/**
 * A scheme and a host; of the schemes of the web, also with other slashes than two, which their readers take as well. No scheme is
 * longer than 64 characters: without that bound, each word of a long prompt would be read to the prompt's end.
 */
const scheme = String.raw`(?:https?:[\\/]+|wss?:[\\/]+|[a-z][a-z0-9+.-]{0,63}:\/\/)`;
const startsAsLink = new RegExp(`^${scheme}`, 'i');
const link = new RegExp(String.raw`\b${scheme}[^\s"'<>]+`, 'gi');
const linkParts = new RegExp(String.raw`^(${scheme})(?:([^\\/?#]*)@)?([^\\/?#@]*)([^?#]*)(.*)$`, 'is');
/** The opaque id of a masked link is its own credential. */
const maskedId = /(\/v1\/media\/)[^\s/\\?#]+/gi;

function partsOf(url: string): Record<'scheme' | 'user' | 'host' | 'path' | 'rest', string> {
  const [, begin = '', user = '', host = '', path = '', rest = ''] = linkParts.exec(url) ?? [];
  return { scheme: begin, user, host, path, rest };
}

function shareableLink(url: string): string {
  const { scheme: begin, user, host, path, rest } = partsOf(url);
  const tail = rest.length > 1 ? `${rest[0]}${leftOutMark}` : rest;
  const masked = path.replace(maskedId, `$1${leftOutMark}`);
  return `${begin}${user === '' ? '' : `${leftOutMark}@`}${host}${masked}${tail}`;
}
