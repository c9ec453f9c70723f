import { readBySpans } from '../files/read-span.ts';
import { hasContentCredentials } from './rules/content-credentials.ts';
import { headBytes, mediaKindOf } from './rules/media-kind.ts';

/**
 * Whether a file of this machine carries Content Credentials. They are looked for, not verified, and the file is not touched.
 * Undefined where it can't be read, or is of a kind whose place for them is not looked for.
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
