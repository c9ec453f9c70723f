import { closeSync, openSync, readSync, statSync } from 'node:fs';
import {
  expectedKind,
  hasSignature,
  type OutputKind,
  signatureBytes,
} from '../../client/downloads/media-signature.ts';
import type { FileLook } from '../../ui/compose/asker.ts';
import { formatBytes } from '../../ui/render/size.ts';

const mediumOfKind = {
  png: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  mp4: 'video',
  mov: 'video',
  webm: 'video',
  wav: 'audio',
} as const satisfies Record<OutputKind, NonNullable<FileLook['medium']>>;

/** Says what a file is, by its first bytes; undefined where it can't be read. */
export function lookAtFile(path: string): FileLook | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile()) return { words: 'a folder', medium: undefined, isFile: false };
    const head = readHead(path);
    const size = formatBytes(found.size);
    const kind = kindOf(head, path);
    if (kind === undefined)
      return { words: `of a kind that is not known here, ${size}`, medium: undefined, isFile: true };
    return { words: `${kind}, ${size}`, medium: mediumOfKind[kind], isFile: true };
  } catch {
    return undefined;
  }
}

/** The kind that the file name suggests is tried first, because some kinds begin alike. */
function kindOf(head: Uint8Array, path: string): OutputKind | undefined {
  const named = expectedKind([], path);
  const kinds = Object.keys(mediumOfKind) as OutputKind[];
  return [...(named === undefined ? [] : [named]), ...kinds].find((kind) => hasSignature(kind, head));
}

function readHead(path: string): Uint8Array {
  const descriptor = openSync(path, 'r');
  try {
    const head = Buffer.alloc(signatureBytes);
    return head.subarray(0, readSync(descriptor, head, 0, signatureBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
