import { closeSync, constants, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonBeginning, linesFromEnd } from '../../files/read-span.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { MonthIndex } from '../proof/month-proof.ts';
import type { JobRecord } from '../record.ts';

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
export function namesLines(job: Pick<JobRecord, 'id' | 'intent' | 'raw' | 'route'>): string[] {
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
      for (const line of namesLines(record)) {
        if (known.has(join(monthFolder, line))) continue;
        // A second id is of one job.
        const isShared = !line.startsWith('["alias"');
        if (isShared) known.add(join(monthFolder, line));
        if (isShared && hasLine(path, line)) continue;
        // It begins with a line break, so that it stands alone even where the line before it is torn. A missing log is drawn from the records.
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

/** The names of a kind in a month that begin with a prefix, the newest first. Throws native errors. */
export function* namesNoted(
  monthFolder: string,
  { kind, prefix = '' }: { kind: NameKind; prefix?: string },
  { isOnDisk, more }: MonthIndex['names'] = { isOnDisk: true, more: [] },
): Generator<{ name: string; id: string | undefined }> {
  const wanted = `["${kind}",${jsonBeginning(prefix)}`;
  for (const line of [...more].reverse()) yield* nameIn(line, wanted);
  const path = namesPath(monthFolder);
  if (!isOnDisk || !existsSync(path)) return;
  for (const line of linesFromEnd(path, wanted)) yield* nameIn(line, wanted);
}

function nameIn(line: string, wanted: string): { name: string; id: string | undefined }[] {
  const parsed = line.startsWith(wanted) ? tryReadJson(line) : undefined;
  const [, name, id] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
  return typeof name === 'string' ? [{ name, id: typeof id === 'string' ? id : undefined }] : [];
}
