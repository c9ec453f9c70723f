import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryReadJson } from '../../rules/json/read-json.ts';

/** The log of the batches that a month has jobs of, one line each, so that no record is read to offer them. */
export function batchesPath(monthFolder: string): string {
  return join(monthFolder, 'batches.log');
}

/** Adds a batch to the names of a month, where there is one and it is not among them. */
type NoteBatch = (monthFolder: string, name: string | undefined) => void;

/**
 * The names are only offered to a person, so a disk that refuses costs no more than the offer. A batch of 100,000 jobs is looked
 * for once in a run.
 */
export function createBatchLog(): NoteBatch {
  const noted = new Set<string>();
  return (monthFolder, name) => {
    if (name === undefined || noted.has(join(monthFolder, name))) return;
    noted.add(join(monthFolder, name));
    if (batchesIn(monthFolder).includes(name)) return;
    try {
      // The line begins with a line break, so that it stands alone even where the line before it is torn.
      appendFileSync(batchesPath(monthFolder), `\n${JSON.stringify(name)}\n`, { mode: 0o600 });
    } catch {
      // The job itself is recorded elsewhere.
    }
  };
}

/** The names of a month's batches, in the order of their first jobs; none where they can't be read. */
export function batchesIn(monthFolder: string): string[] {
  try {
    const lines = readFileSync(batchesPath(monthFolder), 'utf8').split('\n');
    return lines.map(tryReadJson).filter((name) => typeof name === 'string');
  } catch {
    return [];
  }
}
