import { join } from 'node:path';
import { linesFromEnd } from '../../files/read-span.ts';
import type { MonthIndex } from '../proof/month-proof.ts';
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

/** The line by which earlier facts of a job count for nothing: its record is read, if there is one. */
export function forgettingLine(id: string): string {
  return JSON.stringify([factsVersion, id]);
}

/**
 * The facts by the proven lines of a log, the newest line first; without facts for a job whose record is to be read. A job may come
 * again. Throws native errors.
 */
export function* notedFacts(
  monthFolder: string,
  { bytes, more }: MonthIndex['facts'],
): Generator<{ id: string; facts: JobFacts | undefined }> {
  for (const text of [...more].reverse()) {
    const noted = factsNoted(text);
    if (noted !== undefined) yield noted;
  }
  if (bytes === 0) return;
  for (const text of linesFromEnd(factsPath(monthFolder), '', bytes)) {
    const noted = factsNoted(text);
    if (noted !== undefined) yield noted;
  }
}

function factsNoted(text: string): { id: string; facts: JobFacts | undefined } | undefined {
  const line = text === '' ? undefined : parsedOf(text);
  if (!Array.isArray(line) || line[0] !== factsVersion) return undefined;
  return { id: line[1] as string, facts: line.length > 2 ? factsIn(line) : undefined };
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
