import { closeSync, constants, existsSync, openSync, writeFileSync } from 'node:fs';
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
import { readRecords } from './read.ts';

/** A name is that of a job, as its second id, or of all jobs of a batch or with a tag. */
export type NameKind = 'alias' | 'batch' | 'tag';

/** A line of the log. Behind the second id of a job stands the id that its record is named after. */
type NameLine = readonly [kind: NameKind, name: string, id?: string];

/**
 * The `job_id` that v1 shows in a task's state, where that is not the id that the task is looked at with.
 * @see service document §2.8
 */
export function aliasOf({ id, raw, route }: Pick<JobRecord, 'id' | 'raw' | 'route'>): string | undefined {
  const alias = requestRoutes[route].isPassThrough ? ownValue(objectOf(raw), 'job_id') : undefined;
  return typeof alias === 'string' && alias !== '' && alias !== id ? alias : undefined;
}

/** The log of the names that a month's jobs have beside their ids. With it no record is read to look for one, or to offer them. */
export function namesPath(monthFolder: string): string {
  return join(monthFolder, 'names.log');
}

/** The lines of a job's names. JSON keeps names with any characters on one line. */
function linesOf(job: Pick<JobRecord, 'id' | 'intent' | 'raw' | 'route'>): string[] {
  const { batch, tags = {} } = job.intent ?? {};
  const alias = aliasOf(job);
  const names: NameLine[] = [
    ...(alias === undefined ? [] : [['alias', alias, job.id] as const]),
    ...(batch === undefined ? [] : [['batch', batch.name] as const]),
    ...Object.keys(tags).map((name) => ['tag', name] as const),
  ];
  return names.map((name) => JSON.stringify(name));
}

/**
 * Returns a function that adds the names of a job to the log of its month. They only lead to a record, or are offered to a person, so a
 * disk that refuses costs no more than the short cut. A batch of 100,000 jobs is looked for once in a run.
 */
export function createNamesLog(): (monthFolder: string, record: JobRecord) => void {
  const known = new Set<string>();
  return (monthFolder, record) => {
    const path = namesPath(monthFolder);
    try {
      for (const line of linesOf(record)) {
        if (known.has(join(monthFolder, line))) continue;
        // A second id is of one job.
        const isShared = !line.startsWith('["alias"');
        if (isShared) known.add(join(monthFolder, line));
        if (isShared && hasLine(path, line)) continue;
        // It begins with a line break, so that it stands alone even where the line before it is torn. A missing log is made of the records.
        appendTo(path, `\n${line}\n`);
      }
    } catch {
      // The job itself is recorded elsewhere.
    }
  };
}

/** Throws native errors; ENOENT where there is no such file. */
function appendTo(path: string, text: string): void {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_APPEND);
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

function hasLine(path: string, wanted: string): boolean {
  for (const line of linesFromEnd(path, wanted)) if (line === wanted) return true;
  return false;
}

/** The names of a kind in a month that begin with a prefix, the newest first. A missing log is made anew, where the disk permits. */
export function* namesNoted(
  monthFolder: string,
  { kind, prefix = '' }: { kind: NameKind; prefix?: string },
  warn: Warn,
): Generator<{ name: string; id: string | undefined }> {
  const path = namesPath(monthFolder);
  try {
    const wanted = `["${kind}",${jsonBeginning(prefix)}`;
    for (const line of existsSync(path) ? linesFromEnd(path, wanted) : beginNames(monthFolder, warn)) {
      const parsed = line.startsWith(wanted) ? tryReadJson(line) : undefined;
      const [, name, id] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
      if (typeof name === 'string') yield { name, id: typeof id === 'string' ? id : undefined };
    }
  } catch (error) {
    warn(
      `${path} can't be read (${errorCode(error)}); a task is found by the id it was recorded under alone`,
    );
  }
}

/**
 * Begins the log of a month with the names of its records: a backup that was put back in part may lack the log, and a genctl before kept
 * none. A month that begins has no records.
 */
export function beginNames(monthFolder: string, warn: Warn): string[] {
  const records = readRecords(createRecordFolder(monthFolder), parseJobRecord, warn);
  const lines = [...new Set(records.flatMap(linesOf))];
  try {
    claimFile(namesPath(monthFolder), Buffer.from(lines.map((line) => `${line}\n`).join('')), {
      durable: false,
    });
  } catch {
    // Without the log the next search is slower, and nothing else.
  }
  return lines;
}
