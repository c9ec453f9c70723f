import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Intent, JobRecord } from '../../src/ledger/record.ts';
import { type Parse, parseIntent, parseJobRecord } from '../../src/ledger/records/parse.ts';

/** The records of a ledger, read file by file: no index is looked at, and none is mended. */
export interface WrittenRecords {
  jobs: JobRecord[];
  open: Intent[];
  /** Files that hold no whole record. */
  torn: string[];
}

/** Reads ledgers again and again. A file that has not changed since is not parsed again. */
export function createRecordReader(): (ledger: string) => WrittenRecords {
  const known = new Map<string, { mark: string; value: unknown }>();

  function readEach<Value>(folder: string, parse: Parse<Value>, torn: string[]): Value[] {
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return names.flatMap((name) => {
      const path = join(folder, name);
      const { ctimeNs, ino, size } = statSync(path, { bigint: true });
      const mark = `${ino} ${size} ${ctimeNs}`;
      const before = known.get(path);
      if (before?.mark === mark) return [before.value as Value];
      // A claim that got no further than its name.
      if (size === 0n) return [];
      const parsed = parse(readFileSync(path));
      if (parsed.kind !== 'whole') {
        torn.push(`${path}: ${parsed.why}`);
        return [];
      }
      known.set(path, { mark, value: parsed.value });
      return [parsed.value];
    });
  }
  return (ledger) => {
    const torn: string[] = [];
    const [done, accounts] = [join(ledger, 'done'), join(ledger, 'accounts')];
    const months = namesIn(done)
      .sort()
      .map((month) => join(done, month));
    const places = [ledger, ...namesIn(accounts).map((account) => join(accounts, account))];
    // A job that was recorded again after its record was lost is in two months, and is one job: the later record has the last word.
    const jobs = months.flatMap((folder) => readEach(folder, parseJobRecord, torn));
    return {
      jobs: [...new Map(jobs.map((job) => [job.id, job])).values()],
      open: places.flatMap((place) => readEach(join(place, 'open'), parseIntent, torn)),
      torn,
    };
  };
}

/** Tells whether a ledger has the record of a job. */
export function isRecorded(ledger: string, id: string): boolean {
  const done = join(ledger, 'done');
  return namesIn(done).some((month) => existsSync(join(done, month, `${id}.json`)));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
