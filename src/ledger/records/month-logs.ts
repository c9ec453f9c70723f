import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import { claimFile } from '../../files/exclusive-claim.ts';
import { jsonBeginning, linesFromEnd } from '../../files/read-span.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { JobRecord } from '../record.ts';
import { parseJobRecord } from './parse.ts';
import { readRecord } from './read.ts';

/** A second id of a job, and the id that its record is named after. */
export interface AliasEntry {
  alias: string;
  id: string;
}

/** Matches the ids of v2. A job that is recorded under one has no second id. */
const serviceIdName = /^job_/;

/**
 * The `job_id` that v1 shows in a task's state, where that is not the id that the task is looked at with.
 * @see service document §2.8
 */
export function aliasOf({ id, raw, route }: JobRecord): string | undefined {
  const alias = requestRoutes[route].isPassThrough ? ownValue(objectOf(raw), 'job_id') : undefined;
  return typeof alias === 'string' && alias !== '' && alias !== id ? alias : undefined;
}

/** The log of the second ids of a month's jobs, one line each. */
export function aliasPath(monthFolder: string): string {
  return join(monthFolder, 'aliases.log');
}

/**
 * Adds a job's second id to the log of its month, where there is one. The id only leads to a record, so a disk that refuses
 * costs no more than the short cut.
 */
export function noteAlias(monthFolder: string, entry: AliasEntry): void {
  try {
    const descriptor = openSync(aliasPath(monthFolder), constants.O_WRONLY | constants.O_APPEND);
    try {
      // The line begins with a line break, so that it stands alone even where the line before it is torn.
      writeFileSync(descriptor, `\n${aliasLine(entry)}`);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Without a log the next search reads the records instead. On a full disk the job is found by its first id alone.
  }
}

/** The jobs of a month whose second id begins with a prefix, newest first. */
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
 * Begins the log of a month's second ids with those of its records: a backup that was put back in part may lack the log. A month
 * that begins has no records.
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
    // Without the log the next search is slower, and nothing else.
  }
  return entries;
}

function aliasLine({ alias, id }: AliasEntry): string {
  // JSON keeps ids with any characters on one line.
  return `${JSON.stringify([alias, id])}\n`;
}

function parseLine(line: string): AliasEntry | undefined {
  const parsed = line === '' ? undefined : tryReadJson(line);
  if (!Array.isArray(parsed)) return undefined;
  const [alias, id] = parsed as unknown[];
  return typeof alias === 'string' && typeof id === 'string' ? { alias, id } : undefined;
}

/** The logs of the names that a month's jobs have: of batches, and of tags. */
export const nameLogs = { batches: 'batches.log', tags: 'tags.log' } as const;

type NameLog = keyof typeof nameLogs;

/** The log of the names of a kind that a month has jobs of, one line each. With it no record is read to offer them. */
export function namesPath(monthFolder: string, log: NameLog): string {
  return join(monthFolder, nameLogs[log]);
}

/**
 * Returns a function that adds the names of a job to those of its month. The names are only offered to a person, so a disk that
 * refuses costs no more than the offer. A batch of 100,000 jobs is looked for once in a run.
 */
export function createNameLogs(): (monthFolder: string, record: Pick<JobRecord, 'intent'>) => void {
  const noted = new Set<string>();
  function note(monthFolder: string, log: NameLog, name: string): void {
    const path = namesPath(monthFolder, log);
    if (noted.has(join(path, name))) return;
    noted.add(join(path, name));
    if (namesNoted(monthFolder, log).includes(name)) return;
    try {
      // The line begins with a line break, so that it stands alone even where the line before it is torn.
      appendFileSync(path, `\n${JSON.stringify(name)}\n`, { mode: 0o600 });
    } catch {
      // The job itself is recorded elsewhere.
    }
  }
  return (monthFolder, { intent }) => {
    if (intent?.batch !== undefined) note(monthFolder, 'batches', intent.batch.name);
    for (const name of Object.keys(intent?.tags ?? {})) note(monthFolder, 'tags', name);
  };
}

/** The names of a kind that a month has jobs of, in the order of their first jobs; none where they can't be read. */
export function namesNoted(monthFolder: string, log: NameLog): string[] {
  try {
    const lines = readFileSync(namesPath(monthFolder, log), 'utf8').split('\n');
    return lines.map(tryReadJson).filter((name) => typeof name === 'string');
  } catch {
    return [];
  }
}
