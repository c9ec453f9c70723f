import { hasSignature } from '../downloads/media-signature.ts';

/** Kinds that pictures have, by what is looked at in a file; the common ones are told by their signatures. */
const types = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp', 'image/gif': 'gif' } as const;

/** Beginnings of the rarer kinds, in hexadecimal. */
const beginnings: readonly (readonly [begin: RegExp, type: string])[] = [
  [/^.{8}66747970617669(66|73)/, 'image/avif'],
  [/^.{8}66747970(68656963|68656978|6d696631|6d736631)/, 'image/heic'],
  [/^(49492a00|4d4d002a)/, 'image/tiff'],
  [/^424d.{8}00000000/, 'image/bmp'],
  [/^(0000000c4a584c20|ff0a)/, 'image/jxl'],
];

/** Looked at, enough for a page to show itself. Unit: bytes. */
const headBytes = 256;

/** What a picture is by its first bytes; undefined for a kind that is not known. */
export function pictureTypeOfBytes(bytes: Uint8Array): string | undefined {
  const known = Object.entries(types).find(([, kind]) => hasSignature(kind, bytes.subarray(0, 16)));
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return known?.[0] ?? beginnings.find(([begin]) => begin.test(head))?.[1];
}

/**
 * What an answer is that is a picture itself: by its bytes, else by what it is called, where it is neither JSON nor a page.
 * Undefined for anything else.
 */
export function pictureTypeOf(contentType: string | undefined, bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1').trimStart();
  const isText = /^([[{"]|<!doctype html|<html)/i.test(head);
  const called = contentType?.toLowerCase();
  return (
    pictureTypeOfBytes(bytes) ??
    (called?.startsWith('image/') === true && !isText && head !== '' ? called : undefined)
  );
}
