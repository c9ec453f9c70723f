import { closeSync, fstatSync, openSync } from 'node:fs';
import { spansOf } from '../files/read-span.ts';
import { hasContentCredentials } from '../rules/media/content-credentials.ts';
import { headBytes, mediaKindOf } from '../rules/media/media-kind.ts';

/**
 * Whether a file of this machine carries Content Credentials. Only looked for, not verified; the file is not touched. Undefined
 * where it can't be read, or is of a kind whose place for them is not looked for.
 */
export function carriesContentCredentials(path: string): boolean | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    // The files of a job may be anywhere by now; where one is not here nothing is told of it.
    return undefined;
  }
  try {
    const read = spansOf(descriptor);
    const kind = mediaKindOf(read(0, headBytes));
    return kind === undefined ? undefined : hasContentCredentials(read, fstatSync(descriptor).size, kind);
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
