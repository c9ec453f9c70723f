import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MachineError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { genctl, say } from '../../errors/hint.ts';
import { headBytes, mediaKindOf, mediaKinds } from '../../media/rules/media-kind.ts';
import type { Output } from '../../service/job.ts';

/** How the base64 text of a picture begins, by its type. */
const beginnings: readonly (readonly [begin: string, contentType: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
  ['R0lGOD', 'image/gif'],
];
const base64DataUrl = /^data:([^;,]*)[^,]*;base64,/i;
/** Matches the characters of base64: the plain and the URL-safe alphabet, and the line ends that some services put in. */
const base64Text = /^[A-Za-z0-9+/_=\r\n-]{16,}$/;
/** How much of a text is looked at, a multiple of four. Unit: characters. */
const headCharacters = 100;

/** The output for a file that came inside an answer, as base64 or as a data URL; undefined for any other text. */
export function inlineOutput(text: string): Output | undefined {
  const [head, called = ''] = base64DataUrl.exec(text.slice(0, 200)) ?? [];
  if (head !== undefined) return output(text, typeOfBase64(text.slice(head.length)) ?? called);
  if (/^data:image\//i.test(text)) return output(...encoded(text));
  const contentType = typeOfBase64(text);
  return contentType === undefined ? undefined : output(dataUrlOf(text, contentType), contentType);
}

/** The output for a text that its field calls base64. The type of the file may be unknown. */
export function namedInlineOutput(base64: string): Output {
  const unknown = 'application/octet-stream';
  return inlineOutput(base64) ?? output(dataUrlOf(base64, unknown), unknown);
}

/** The output for an answer that is itself a picture. */
export function pictureOutput(bytes: Uint8Array, contentType: string): Output {
  return output(dataUrlOf(Buffer.from(bytes).toString('base64'), contentType), contentType);
}

function dataUrlOf(base64: string, contentType: string): string {
  return `data:${contentType};base64,${base64}`;
}

function output(url: string, contentType: string): Output {
  const medium = contentType.split('/')[0] ?? '';
  const type = ['image', 'video', 'audio'].includes(medium) ? medium : 'file';
  return { url, type, ...(contentType === '' ? {} : { content_type: contentType }) };
}

/** The type of a picture in base64; undefined for an unknown type and for any other text. */
function typeOfBase64(text: string): string | undefined {
  const known = beginnings.find(([begin]) => text.startsWith(begin))?.[1];
  if (known !== undefined) return known;
  const head = text.slice(0, headCharacters);
  return base64Text.test(head) ? pictureTypeOfBytes(Buffer.from(head, 'base64')) : undefined;
}

/** Turns a percent-encoded data URL, such as that of an SVG, into base64. */
function encoded(dataUrl: string): [url: string, contentType: string] {
  const comma = dataUrl.indexOf(',');
  const contentType = dataUrl.slice('data:'.length, comma).split(';')[0] ?? 'image/png';
  const bytes = Buffer.from(decoded(dataUrl.slice(comma + 1)));
  return [dataUrlOf(bytes.toString('base64'), contentType), contentType];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How much of an answer is looked at to recognise a web page. Unit: bytes. */
const pageBytes = 256;

/** How a JPEG XL picture begins: a bare one, and one in a container. */
const jpegXl = ['\xff\n', '\0\0\0\x0cJXL '];

/** The type of a picture, by its first bytes; undefined for an unknown type. */
function pictureTypeOfBytes(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, headBytes);
  const kind = mediaKindOf(head);
  if (kind !== undefined && mediaKinds[kind].form === 'picture') return mediaKinds[kind].contentType;
  const text = Buffer.from(head).toString('latin1');
  return jpegXl.some((begin) => text.startsWith(begin)) ? 'image/jxl' : undefined;
}

/**
 * The type of an answer that is itself a picture: by its bytes, else by its content type, unless it is JSON or a web page.
 * Undefined for any other answer.
 */
export function pictureTypeOf(contentType: string | undefined, bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, pageBytes)).toString('latin1').trimStart();
  const isText = /^([[{"]|<!doctype html|<html)/i.test(head);
  const called = contentType?.toLowerCase();
  return (
    pictureTypeOfBytes(bytes) ??
    (called?.startsWith('image/') === true && !isText && head !== '' ? called : undefined)
  );
}

const dataUrl = /^data:[^,]*;base64,/i;
/**
 * Matches the names that the ledger gives to kept pictures. The folders in a link are ignored, so that no link leads out of the
 * kept folder.
 */
const keptName = /^file:.*\/((?!\.)[\w.-]{1,220})$/i;

/**
 * The bytes of an output that came inside an answer: in the link itself, or in a file that the ledger made of it. Undefined
 * for a link that is to be fetched. Throws MachineError where the file is gone.
 *
 * @param keptFolder where such files are; undefined for a job whose outputs can only be links.
 */
export function inlineBytes(link: string, keptFolder: string | undefined): Buffer | undefined {
  if (keptFolder === undefined) return undefined;
  const [head] = dataUrl.exec(link.slice(0, 200)) ?? [];
  if (head !== undefined) return Buffer.from(link.slice(head.length), 'base64');
  const name = keptName.exec(link)?.[1];
  if (name === undefined) return undefined;
  const path = join(keptFolder, name);
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new MachineError({
      code: 'picture_gone',
      message: 'A picture that came inside an answer is missing',
      why: `${path} can't be read (${errorCode(cause) ?? cause}), and the service sends it only once.`,
      ofOne: true,
      hint: say`to render it again for another charge: ${genctl`rerun ID`}`,
      retryable: false,
      cause,
    });
  }
}
