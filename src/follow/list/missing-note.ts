import { missingOutputs } from '../../ledger/missing-outputs.ts';
import type { JobRecord } from '../../ledger/record.ts';

/** Sums up the jobs of a list whose answers lack the link of a file. */
interface MissingNote {
  add(record: JobRecord): void;
  /** The warning about them; undefined if there are none. */
  words(): string | undefined;
}

/** So many ids are named; the others are counted. */
const namedMost = 5;

/** The jobs whose answers lack the link of a file, which a later look may bring. Files that are lost are not among them. */
export function createMissingNote(): MissingNote {
  const named: string[] = [];
  let count = 0;
  return {
    add(record) {
      if (record.lost_at !== undefined || missingOutputs(record).length === 0) return;
      count += 1;
      if (count <= namedMost) named.push(record.id);
    },
    words() {
      if (count === 0) return undefined;
      const more = count > named.length ? ` and ${count - named.length} more` : '';
      const who = `${named.join(', ')}${more}`;
      const jobs = count === 1 ? '1 finished job lacks' : `${count} finished jobs lack`;
      return `${jobs} a usable link to a file (${who}). To ask again: genctl sync -D out`;
    },
  };
}
