import type { JournalEvent } from './journal-event.ts';

/** How a job ended; `outputs` counts them, where that was noted. */
interface JobEnd {
  status: string;
  cost_usd: number | null;
  code: string | null;
  at: string;
  outputs?: number | undefined;
}

/** What a journal knows of the newest request of a shot. */
export interface ShotMemory {
  /** Counted from 1. */
  attempt: number;
  key: string;
  /** Hashes of the request's fields, by their names: see `BatchShot`. */
  fields: Record<string, string>;
  /** When it was first sent, or may have been, under this key. ISO 8601. */
  sent_at: string;
  /** Undefined where its answer is not known, or was a refusal. */
  job: string | undefined;
  /** Undefined while its job runs, or is not known; the status is `refused` where there will be none. */
  over: JobEnd | undefined;
  /**
   * Its outputs that were brought home, by their numbers. Paths are absolute, where they would be on this machine; a file that was
   * not kept below the folder of the journal has that folder before its own name. What is there now has to be looked at.
   */
  files: { n: number; path: string; bytes: number; sha256: string }[];
}

/**
 * What the events of a shot, oldest first, tell of its newest request. Undefined where the sending of a request that they go on
 * with is told nowhere: then lines are missing.
 *
 * Events of several requests may be mixed, as where two copies of a journal were merged: each belongs to the request with its
 * key, and the newest request is the one whose sending is told last.
 */
export function memoryOf(events: Iterable<JournalEvent>): ShotMemory | undefined {
  const requests = new Map<string, Partial<ShotMemory>>();
  let newest: string | undefined;
  for (const event of events) {
    const known = requests.get(event.key) ?? {};
    requests.set(event.key, { ...known, ...changeBy(event, known) });
    if (event.event === 'sent') newest = event.key;
  }
  const [memory, ...others] = [...requests]
    .sort(([key]) => (key === newest ? -1 : 1))
    .map(([key, { attempt, fields, sent_at, job, over, files = [] }]) =>
      attempt === undefined || fields === undefined || sent_at === undefined
        ? undefined
        : { attempt, key, fields, sent_at, job, over, files },
    );
  return others.includes(undefined) ? undefined : memory;
}

function changeBy(event: JournalEvent, known: Partial<ShotMemory>): Partial<ShotMemory> {
  switch (event.event) {
    case 'sent': {
      const { attempt, fields, at } = event;
      const isRefused = known.over !== undefined && known.job === undefined;
      // A refusal made no job, so its key is free for another request. Any other request stays as it was first sent.
      if (isRefused) return { attempt, fields, sent_at: at, over: undefined };
      return {
        attempt: known.attempt ?? attempt,
        fields: known.fields ?? fields,
        sent_at: earlier(known.sent_at, at),
      };
    }
    case 'job':
      // A key that leads to another job by now was forgotten by the service, or sent again on purpose.
      return event.job === known.job ? {} : { job: event.job, over: undefined, files: [] };
    case 'over': {
      const { status, cost_usd, code, at, outputs } = event;
      return { over: { status, cost_usd, code, at, ...(outputs === undefined ? {} : { outputs }) } };
    }
    case 'file': {
      const { n, path, bytes, sha256 } = event;
      const others = known.files?.filter((file) => file.n !== n) ?? [];
      return { files: [...others, { n, path, bytes, sha256 }].sort((one, other) => one.n - other.n) };
    }
  }
}

function earlier(one: string | undefined, other: string): string {
  return one !== undefined && Date.parse(one) <= Date.parse(other) ? one : other;
}
