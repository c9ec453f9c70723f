import { readBySpans } from '../files/read-span.ts';
import { entryAt } from '../files/same-file.ts';
import { writeNamed } from '../outputs/named-file.ts';

/** It stands in the head of every page, and tells the pages of genctl from all others. */
const pageMark = '<meta name="generator" content="genctl gallery">';

/** The mark stands within so much of the beginning. Unit: bytes. */
const headBytes = 1024;

/**
 * Writes a page in the place of an earlier page of genctl. Throws as `writeNamed` does, also where something else stands there, unless
 * that is to be overwritten. Returns whether something stood there.
 */
export function writePage(path: string, text: string, how: { overwrite: boolean; nowMs: number }): boolean {
  const keeps = 'It is not a page of genctl. ';
  const page = { path, what: 'page', flag: '--output FILE.html', keeps };
  const mayReplace = (): boolean => how.overwrite || isOwnPage(path);
  return writeNamed(page, Buffer.from(text), { mayReplace, nowMs: how.nowMs });
}

/** Tells whether a page of genctl is at a path; never followed through a link. */
function isOwnPage(path: string): boolean {
  if (entryAt(path)?.isFile() !== true) return false;
  return readBySpans(path, (read) => Buffer.from(read(0, headBytes)).includes(pageMark));
}
