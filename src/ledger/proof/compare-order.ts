import { type OrderEntry, parseOrderLine } from '../records/order.ts';
import { recordFileName } from '../records/read.ts';

/** The lines of an order log: those that were compared with the records before, and those that were added since. */
export interface OrderParts {
  proven: OrderEntry[];
  added: OrderEntry[];
}

/** Reads an order log of which so many bytes are proven. */
export function orderParts(bytes: Uint8Array, provenBytes: number): OrderParts {
  return {
    proven: entriesOf(bytes.subarray(0, provenBytes)),
    added: entriesOf(bytes.subarray(provenBytes)),
  };
}

function entriesOf(bytes: Uint8Array): OrderEntry[] {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString()
      .split('\n')
      // Behind the last line break stands no whole line: who reads on from a place would not see it.
      .slice(0, -1)
      .flatMap((line) => parseOrderLine(line) ?? [])
  );
}

/** The difference between what the log was proven to name and the names of the records. */
export interface NamesDifference {
  /** File names that have to be read. */
  unlisted: string[];
  /** Ids of jobs whose records were there when the log was proven. */
  gone: string[];
  /** Tells whether the log was proven to name a job, with its record there or without. */
  wasNamed(id: string): boolean;
}

/** Compares the names of the records with an order log. A job with an added line is read, too: the line is not proven yet. */
export function compareNames(
  { added, proven }: OrderParts,
  { absent, listed }: { absent: ReadonlySet<string>; listed: readonly string[] },
): NamesDifference {
  const isListed = new Set(listed);
  const known = new Map<string, string>();
  for (const { id } of proven) if (!absent.has(id)) known.set(recordFileName(id), id);
  const addedNames = new Set(added.map(({ id }) => recordFileName(id)));
  const gone = [...known].flatMap(([name, id]) => (isListed.has(name) ? [] : id));
  const namedIds = new Set(known.values());
  return {
    unlisted: listed.filter((name) => !known.has(name) || addedNames.has(name)),
    gone,
    wasNamed: (id) => absent.has(id) || namedIds.has(id),
  };
}

/** How many of these jobs have no line with their time, or also one with another time. */
export function countMissing({ added, proven }: OrderParts, times: ReadonlyMap<string, number>): number {
  if (times.size === 0) return 0;
  const right = new Set<string>();
  const wrong = new Set<string>();
  for (const { id, recordedAtMs } of [...proven, ...added]) {
    const ms = times.get(id);
    if (ms !== undefined) (ms === recordedAtMs ? right : wrong).add(id);
  }
  return [...times.keys()].filter((id) => wrong.has(id) || !right.has(id)).length;
}

/**
 * The entries of a log with jobs put in by their times, oldest first. Lines with the right time keep their order, and so do those of
 * other jobs, unless they are left out.
 */
export function withJobs(
  { added, proven }: OrderParts,
  times: ReadonlyMap<string, number>,
  { keepsOthers }: { keepsOthers: boolean },
): OrderEntry[] {
  const kept = new Map<string, OrderEntry>();
  for (const entry of [...proven, ...added]) {
    const ms = times.get(entry.id);
    if (ms === undefined ? !keepsOthers : ms !== entry.recordedAtMs) continue;
    // The last of two lines is the one that counts.
    kept.delete(entry.id);
    kept.set(entry.id, entry);
  }
  const jobs = [...times]
    .filter(([id]) => !kept.has(id))
    .map(([id, recordedAtMs]) => ({ id, recordedAtMs }))
    .sort((one, other) => one.recordedAtMs - other.recordedAtMs || (one.id < other.id ? -1 : 1));
  const merged: OrderEntry[] = [];
  let next = 0;
  for (const entry of kept.values()) {
    for (let job = jobs[next]; job !== undefined && job.recordedAtMs < entry.recordedAtMs; job = jobs[next]) {
      merged.push(job);
      next += 1;
    }
    merged.push(entry);
  }
  return [...merged, ...jobs.slice(next)];
}
