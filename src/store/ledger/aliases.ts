import { closeSync, constants, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestRoutes } from '../../contract/request-route.ts';
import { errorCode } from '../../errors/error-code.ts';
import { claimFile } from '../../files/exclusive-claim.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import { objectOf, ownValue } from '../../rules/json/json-object.ts';
import { tryReadJson } from '../../rules/json/read-json.ts';
import { jsonBeginning, linesFromEnd } from './lines-from-end.ts';
import { parseJobRecord } from './parse.ts';
import { readRecord, type Warn } from './read.ts';
import type { JobRecord } from './record.ts';

/** A second id that a job is known by, and the one that its record is under. */
export interface AliasEntry {
  alias: string;
  id: string;
}

/** Ids of the service itself: a job that is recorded under one has no other. */
const serviceIdName = /^job_/;

/** The `job_id` that a look at a task of v1 shows beside the id that it is looked at with. @see service document §2.8 */
export function aliasOf({ id, raw, route }: JobRecord): string | undefined {
  const alias = requestRoutes[route].isPassThrough ? ownValue(objectOf(raw), 'job_id') : undefined;
  return typeof alias === 'string' && alias !== '' && alias !== id ? alias : undefined;
}

/** Where the second ids of a month's jobs are, a line each. */
export function aliasPath(monthFolder: string): string {
  return join(monthFolder, 'aliases.log');
}

/**
 * Notes a job's second id where the month's are being kept. It only leads to a record, so that a disk which does not take it
 * costs no more than this.
 */
export function noteAlias(monthFolder: string, entry: AliasEntry): void {
  try {
    const descriptor = openSync(aliasPath(monthFolder), constants.O_WRONLY | constants.O_APPEND);
    try {
      // A line break first: should the line before it be torn, this one stands alone.
      writeFileSync(descriptor, `\n${aliasLine(entry)}`);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Without a log the records are read when one is asked for; on a full disk this job has its first id alone.
  }
}

/** The jobs of a month whose second id begins so, newest first. */
export function* aliasesNewestFirst(monthFolder: string, prefix: string, warn: Warn): Generator<AliasEntry> {
  const path = aliasPath(monthFolder);
  if (!existsSync(path)) {
    yield* beginAliases(monthFolder, warn).filter(({ alias }) => alias.startsWith(prefix));
    return;
  }
  try {
    for (const line of linesFromEnd(path, `[${jsonBeginning(prefix)}`)) {
      const entry = parseLine(line);
      if (entry?.alias.startsWith(prefix)) yield entry;
    }
  } catch (error) {
    warn(
      `${path} can't be read (${errorCode(error)}); a task is found by the id it was recorded under alone`,
    );
  }
}

/**
 * Begins to keep a month's second ids, with those of the records that are there: a genctl before this kept none. They are
 * read this once, and none is of a month that begins.
 */
export function beginAliases(monthFolder: string, warn: Warn): AliasEntry[] {
  const month = createRecordFolder(monthFolder);
  const entries = month.names().flatMap((name): AliasEntry[] => {
    if (!name.endsWith('.json') || serviceIdName.test(name)) return [];
    const record = readRecord(month, name, parseJobRecord, warn);
    const alias = record === undefined ? undefined : aliasOf(record);
    return record === undefined || alias === undefined ? [] : [{ alias, id: record.id }];
  });
  try {
    claimFile(aliasPath(monthFolder), Buffer.from(entries.map(aliasLine).join('')), {
      durable: false,
    });
  } catch {
    // Slower the next time, nothing else.
  }
  return entries;
}

function aliasLine({ alias, id }: AliasEntry): string {
  // As JSON ids of any characters are one line.
  return `${JSON.stringify([alias, id])}\n`;
}

function parseLine(line: string): AliasEntry | undefined {
  const parsed = line === '' ? undefined : tryReadJson(line);
  if (!Array.isArray(parsed)) return undefined;
  const [alias, id] = parsed as unknown[];
  return typeof alias === 'string' && typeof id === 'string' ? { alias, id } : undefined;
}
