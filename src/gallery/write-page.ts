import { dirname } from 'node:path';
import { MachineError, UsageError } from '../errors/endings.ts';
import { errorCode } from '../errors/error-code.ts';
import { systemTrouble } from '../errors/system-trouble.ts';
import { createDurably, writeFileAtomic } from '../files/atomic-write.ts';
import { runAtOnce } from '../files/durable-work.ts';
import { readBySpans } from '../files/read-span.ts';
import { entryAt } from '../files/same-file.ts';
import { sweepTempFiles } from '../files/sweep-temp-files.ts';

/** It stands in the head of every page, and tells the pages of genctl from all others. */
const pageMark = '<meta name="generator" content="genctl gallery">';

/** The mark stands within so much of the beginning. Unit: bytes. */
const headBytes = 1024;

/**
 * Writes a page whole or not at all, in the place of an earlier page of genctl. Throws UsageError where something else stands there,
 * unless that is to be overwritten, and MachineError where the disk refuses. Returns whether something stood there.
 */
export function writePage(path: string, text: string, how: { overwrite: boolean; nowMs: number }): boolean {
  const bytes = Buffer.from(text);
  try {
    sweepTempFiles(dirname(path), { nowMs: how.nowMs, isPrivate: false });
    const isReplaced = entryAt(path) !== undefined;
    const mayReplace = how.overwrite || isOwnPage(path);
    // For this user alone, as sidecars are: it has the same words in it.
    if (mayReplace) writeFileAtomic(path, bytes);
    else if (!runAtOnce(createDurably(path, bytes))) throw taken(path);
    return isReplaced;
  } catch (error) {
    throw unwritable(path, error) ?? error;
  }
}

/** Tells whether a page of genctl is at a path; never followed through a link. */
function isOwnPage(path: string): boolean {
  if (entryAt(path)?.isFile() !== true) return false;
  return readBySpans(path, (read) => Buffer.from(read(0, headBytes)).includes(pageMark));
}

function taken(path: string): UsageError {
  return new UsageError({
    code: 'page_exists',
    message: `the page can't be ${path}`,
    why: 'A file of that name is there already, and it is not a page of genctl. It was not touched.',
    hint: '--output FILE.html, or --overwrite to replace it',
  });
}

function unwritable(path: string, cause: unknown): MachineError | undefined {
  const code = errorCode(cause);
  const trouble = code === undefined ? undefined : systemTrouble(code);
  if (trouble === undefined) return undefined;
  return new MachineError({
    code: 'page_unwritable',
    message: `the page can't be written to ${path}`,
    why: `${trouble.why} (${code}); no page was written, and the files are as they were`,
    hint: `${code === 'ENOENT' ? 'make that folder (mkdir -p)' : trouble.mend}, or --output FILE.html in another one`,
    cause,
  });
}
