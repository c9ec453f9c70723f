import { safeLine } from '../../rules/safe-text.ts';

/** A word as a POSIX shell reads it back: as it is where it is plain, else in single quotes. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${safeLine(word).replaceAll("'", "'\\''")}'`;
}
