import { readBySpans } from '../files/read-span.ts';
import { hasContentCredentials } from './rules/content-credentials.ts';
import { headBytes, mediaKindOf } from './rules/media-kind.ts';

/**
 * Tells whether a file of this machine carries Content Credentials. genctl looks for them, does not verify them, and does not touch
 * the file. Undefined where the file can't be read, or where genctl does not look for them in its kind.
 */
export function carriesContentCredentials(path: string): boolean | undefined {
  try {
    return readBySpans(path, (read, bytes) => {
      const kind = mediaKindOf(read(0, headBytes));
      return kind === undefined ? undefined : hasContentCredentials(read, bytes, kind);
    });
  } catch {
    // The files of a job may be anywhere by now; of one that is not here nothing is told.
    return undefined;
  }
}
