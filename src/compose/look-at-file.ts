import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { headBytes, type MediaForm, mediaKindOf, mediaKinds } from '../media/rules/media-kind.ts';
import { formatBytes } from '../text/size.ts';
import type { FileLook } from './questions/asker.ts';

const mediumOfForm = {
  picture: 'image',
  clip: 'video',
  sound: 'audio',
} as const satisfies Record<MediaForm, FileLook['medium']>;

/** Says what a file is, by its first bytes; undefined where it can't be read. */
export function lookAtFile(path: string): FileLook | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile()) return { words: 'a folder', medium: undefined, isFile: false };
    const size = formatBytes(found.size);
    const kind = mediaKindOf(readHead(path));
    if (kind === undefined) return { words: `of an unknown kind, ${size}`, medium: undefined, isFile: true };
    return { words: `${kind}, ${size}`, medium: mediumOfForm[mediaKinds[kind].form], isFile: true };
  } catch {
    return undefined;
  }
}

function readHead(path: string): Uint8Array {
  const descriptor = openSync(path, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(descriptor, head, 0, headBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
