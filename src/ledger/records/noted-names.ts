import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryReadJson } from '../../schema/json/read-json.ts';

/** The logs of the names that a month's jobs have: of batches, and of tags. */
export const nameLogs = { batches: 'batches.log', tags: 'tags.log' } as const;

type NameLog = keyof typeof nameLogs;

/** The log of the names of a kind that a month has jobs of, one line each. With it no record is read to offer them. */
export function namesPath(monthFolder: string, log: NameLog): string {
  return join(monthFolder, nameLogs[log]);
}

/** Adds a name to those of a month, where it is not among them. */
type NoteName = (monthFolder: string, name: string) => void;

/**
 * The names are only offered to a person, so a disk that refuses costs no more than the offer. A batch of 100,000 jobs is looked
 * for once in a run.
 */
export function createNameLog(log: NameLog): NoteName {
  const noted = new Set<string>();
  return (monthFolder, name) => {
    if (noted.has(join(monthFolder, name))) return;
    noted.add(join(monthFolder, name));
    if (namesNoted(monthFolder, log).includes(name)) return;
    try {
      // The line begins with a line break, so that it stands alone even where the line before it is torn.
      appendFileSync(namesPath(monthFolder, log), `\n${JSON.stringify(name)}\n`, { mode: 0o600 });
    } catch {
      // The job itself is recorded elsewhere.
    }
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
