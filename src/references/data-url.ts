import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors/endings.ts';
import { type MediaKind, mediaKinds } from '../rules/media-kind.ts';
import type { LocalFile } from './local-file.ts';

/**
 * Largest file that goes into a body: base64 text has to fit into one string, and V8's longest has about eight times as many
 * characters. Unit: bytes.
 */
const bytesMost = 64 * 1024 * 1024;

/**
 * Reads a file into a data URL.
 *
 * @throws UsageError for one above 64 MiB; native errors.
 * @see service document §4.7
 */
export async function dataUrl({ where, path, bytes }: LocalFile, kind: MediaKind): Promise<string> {
  if (bytes > bytesMost) {
    throw new UsageError({
      code: 'file_too_large',
      message: `${where} is too large to be sent inside the request`,
      why: `It holds ${bytes} bytes; the most is ${bytesMost}.`,
      hint: 'make it smaller, or give an https URL',
    });
  }
  return `data:${mediaKinds[kind].contentType};base64,${(await readFile(path)).toString('base64')}`;
}
