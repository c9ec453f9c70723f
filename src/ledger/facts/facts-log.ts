import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { linesFromEnd } from '../../files/read-span.ts';
import type { JobFacts } from './job-facts.ts';

/** Version of the lines and of the rules that the facts were drawn by. Lines of another version count for nothing. */
const factsVersion = 5;

const names = [
  ...['id', 'recordedAtMs', 'profile', 'origin', 'route', 'model', 'status', 'isOver'],
  ...['createdAtMs', 'tookMs', 'sentAtMs', 'chargedAtMs', 'costUsd', 'isChargeUnknown', 'key', 'account'],
  ...['batch', 'once', 'mayBeDraft', 'tags'],
] as (keyof JobFacts)[];

/** The log of the facts of a month's jobs that are settled. */
export function factsPath(monthFolder: string): string {
  return join(monthFolder, 'facts.log');
}

/** An array and not an object, because 100,000 lines are read at a time. */
export function factsLine(facts: JobFacts): string {
  return JSON.stringify([factsVersion, ...names.map((name) => facts[name])]);
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
      if (!Array.isArray(line) || line[0] !== factsVersion) continue;
      const facts: Partial<Record<keyof JobFacts, unknown>> = {};
      for (let place = 0; place < names.length; place += 1) facts[names[place] ?? 'id'] = line[place + 1];
      const isWhole = line.length === names.length + 1;
      yield { id: line[1] as string, facts: isWhole ? (facts as unknown as JobFacts) : undefined };
    }
  } catch {
    // A log that is missing or can't be read is as good as none.
  }
}

/** Plain `JSON.parse`, which is twice as quick as the reader of what others wrote. */
function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
