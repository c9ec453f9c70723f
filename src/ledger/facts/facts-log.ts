import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { linesFromEnd } from '../../files/read-span.ts';
import type { JobFacts } from './job-facts.ts';

/** Version of the lines and of the rules that the facts were drawn by. Lines of another version count for nothing. */
const factsVersion = 5;

/** The log of the facts of a month's jobs that are settled. */
export function factsPath(monthFolder: string): string {
  return join(monthFolder, 'facts.log');
}

/** An array and not an object, because 100,000 lines are read at a time: the facts in the order in which they are drawn. */
export function factsLine(facts: JobFacts): string {
  return JSON.stringify([factsVersion, ...Object.values(facts)]);
}

/** Adds lines. A log that can't be written is done without. After a power cut it may lack lines, so nothing is flushed. */
export function addFactsLines(monthFolder: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  try {
    // They begin with a line break, so that they stand alone even where the line before is torn.
    appendFileSync(factsPath(monthFolder), `\n${lines.join('\n')}\n`, { mode: 0o600 });
  } catch {
    // Without its line a record is read again, and nothing else.
  }
}

/** Has the record of a job read again, because it is about to change or to go. */
export function forgetFacts(monthFolder: string, id: string): void {
  if (existsSync(factsPath(monthFolder))) addFactsLines(monthFolder, [JSON.stringify([factsVersion, id])]);
}

/** The facts by the lines of a log, the newest line first; without facts for a job whose record is to be read. A job may come again. */
export function* notedFacts(monthFolder: string): Generator<{ id: string; facts: JobFacts | undefined }> {
  try {
    for (const text of linesFromEnd(factsPath(monthFolder), '')) {
      const line = text === '' ? undefined : parsedOf(text);
      if (Array.isArray(line) && line[0] === factsVersion)
        yield { id: line[1] as string, facts: line.length > 2 ? factsIn(line) : undefined };
    }
  } catch {
    // A log that is missing or can't be read is as good as none.
  }
}

/** A literal is made in half the time of an object that grows name by name. */
function factsIn([, id, recordedAtMs, profile, origin, route, model, ...ends]: readonly unknown[]): JobFacts {
  const [status, isOver, createdAtMs, tookMs, sentAtMs, chargedAtMs, costUsd, ...marks] = ends;
  const [isChargeUnknown, key, account, batch, once, mayBeDraft, tags] = marks;
  const end = { status, isOver, createdAtMs, tookMs, sentAtMs, chargedAtMs, costUsd, isChargeUnknown };
  const known = { key, account, batch, once, mayBeDraft, tags };
  return { id, recordedAtMs, profile, origin, route, model, ...end, ...known } as JobFacts;
}

/** Plain `JSON.parse`, which is twice as quick as the reader of what others wrote. */
function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
