import { headBytes, mediaKindOf, mediaKinds } from '../../rules/media-kind.ts';

/** Looked at, enough for a page to show itself. Unit: bytes. */
const pageBytes = 256;

/** A bare JPEG XL picture, and one in a container. */
const jpegXl = ['\xff\n', '\0\0\0\x0cJXL '];

/** What a picture is by its first bytes; undefined for a kind that is not known. */
export function pictureTypeOfBytes(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, headBytes);
  const kind = mediaKindOf(head);
  if (kind !== undefined && mediaKinds[kind].form === 'picture') return mediaKinds[kind].contentType;
  const text = Buffer.from(head).toString('latin1');
  return jpegXl.some((begin) => text.startsWith(begin)) ? 'image/jxl' : undefined;
}

/**
 * What an answer is that is a picture itself: by its bytes, else by what it is called, where it is neither JSON nor a page.
 * Undefined for anything else.
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
