import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryReadJson } from '../../schema/json/read-json.ts';
import type { JobRecord } from '../record.ts';

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
