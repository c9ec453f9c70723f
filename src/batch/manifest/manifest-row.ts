import { limits } from '../../service/limits.ts';

/** Why a line of a manifest can't be read: `what` completes "the line …". */
export interface LineFault {
  code: string;
  message: string;
  why: string;
  hint: string;
}

/**
 * The longest line that is read. A prompt has at most `textCharacters` characters; in JSON one of them takes at most twelve
 * bytes (two escapes), and a third more is for the other columns. Unit: bytes.
 */
export const manifestLineBytesMost = 16 * limits.textCharacters;

export const lineTooLong: LineFault = {
  code: 'line_too_long',
  message: 'the line is too long',
  why: `It has more than ${manifestLineBytesMost} bytes; a prompt has at most ${limits.textCharacters} characters.`,
  hint: 'give pictures as paths or links, not as data URLs',
};

export const lineNotUtf8: LineFault = {
  code: 'line_not_utf8',
  message: 'the line is not UTF-8',
  why: 'Some of its letters would be replaced, sent and paid for.',
  hint: 'save the file as UTF-8, or: iconv -f WINDOWS-1252 -t UTF-8 FILE > FILE.utf8',
};

export const lineHasNul: LineFault = {
  code: 'line_has_nul',
  message: 'the line has NUL characters in it',
  why: 'Only binary files and UTF-16 files have those.',
  hint: 'save the file as UTF-8, or: iconv -f UTF-16 -t UTF-8 FILE > FILE.utf8',
};

/** A line of a manifest as it was read. `line` counts from 1; of a row over several lines it is the first. */
export type ReadRow =
  /** JSON values, or the texts of cells, by the names as they are written. A cell that is empty is left out. */
  | { line: number; columns: (readonly [name: string, value: unknown])[]; fault?: never }
  /** Its message does not name the line. */
  | { line: number; fault: LineFault; columns?: never };

/** As `ReadRow`, with its place among all, which counts from 0. */
export type ManifestRow = { place: number; line: number } & (
  | { columns: ReadonlyMap<string, unknown>; fault?: never }
  | { fault: LineFault; columns?: never }
);
