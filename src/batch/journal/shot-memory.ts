import { type Intent, type JobRecord, ledgerSchemaVersion } from '../../ledger/record.ts';
import type { RequestEvent } from './journal-event.ts';

/** How a job ended. */
type JobEnd = Omit<Extract<RequestEvent, { event: 'over' }>, 'event' | 'shot' | 'key'>;

/** The memory of a request of a shot in a journal: the newest one that was not refused, where there is one. */
export interface ShotMemory {
  /** Counted from 1. */
  attempt: number;
  key: string;
  /** Hashes of the request's fields, by their names: see `BatchShot`. */
  fields: Record<string, string>;
  /** The version of these hashes; undefined for the first. */
  marks?: number | undefined;
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
  /** The newest of those that were sent before it and were not refused. It counts where this one turns out to be refused. */
  before?: ShotMemory | undefined;
}

/**
 * The memory of the newest request of a shot that was not refused, from the shot's events, oldest first. A refusal leaves things as
 * they were before, so that a request that was refused counts only where there is no other. Undefined where no event has the
 * sending of a request that they go on with: then lines are missing.
 *
 * Events of several requests may be mixed, as where two copies of a journal were merged: each belongs to the request with its
 * key, and the newest request is the one whose sending is told last.
 */
export function memoryOf(events: Iterable<RequestEvent>): ShotMemory | undefined {
  const requests = new Map<string, Partial<ShotMemory>>();
  for (const event of events) {
    const known = requests.get(event.key) ?? {};
    // The request sent last comes last.
    if (event.event === 'sent') requests.delete(event.key);
    requests.set(event.key, { ...known, ...changeBy(event, known) });
  }
  const memories: ShotMemory[] = [];
  for (const [key, { attempt, fields, marks, sent_at, job, over, files = [] }] of requests) {
    if (attempt === undefined || fields === undefined || sent_at === undefined) return undefined;
    memories.push({ attempt, key, fields, marks, sent_at, job, over, files });
  }
  return newestOf(memories);
}

/** The memory of the request of a key: the newest of its shot, or one before it. */
export function requestOf(newest: ShotMemory | undefined, key: string): ShotMemory | undefined {
  let one = newest;
  while (one !== undefined && one.key !== key) one = one.before;
  return one;
}

/** Joins what several journals remember of a shot. Where two know a request, the one counts that knows more of it. */
export function mergedMemory(memories: readonly ShotMemory[]): ShotMemory | undefined {
  if (memories.length < 2) return memories[0];
  const requests = new Map<string, ShotMemory>();
  for (const memory of memories) {
    for (let one: ShotMemory | undefined = memory; one !== undefined; one = one.before) {
      const known = requests.get(one.key);
      if (known === undefined || knowledgeOf(one) > knowledgeOf(known)) requests.set(one.key, one);
    }
  }
  const sentMs = ({ sent_at }: ShotMemory): number => Date.parse(sent_at);
  return newestOf([...requests.values()].sort((one, other) => sentMs(one) - sentMs(other)));
}

/** A refusal counts least: the key was free again, and another machine may have sent it. */
function knowledgeOf({ job, over }: ShotMemory): number {
  if (job === undefined) return over === undefined ? 1 : 0;
  return over === undefined ? 2 : 3;
}

/** The newest of requests in their order that was not refused, with those before it; a refused one where there is no other. */
function newestOf(memories: readonly ShotMemory[]): ShotMemory | undefined {
  let before: ShotMemory | undefined;
  for (const memory of memories) if (!isRefused(memory)) before = { ...memory, before };
  return before ?? memories.at(-1);
}

/** Tells whether there certainly is no job of a request. */
export function isRefused({ job, over }: Partial<ShotMemory>): boolean {
  return over !== undefined && job === undefined;
}

function changeBy(event: RequestEvent, known: Partial<ShotMemory>): Partial<ShotMemory> {
  switch (event.event) {
    case 'sent': {
      const { attempt, fields, marks, at } = event;
      // A refusal made no job, so its key is free for another request. Any other request stays as it was first sent.
      if (isRefused(known)) return { attempt, fields, marks, sent_at: at, over: undefined };
      return {
        attempt: known.attempt ?? attempt,
        ...(known.fields === undefined ? { fields, marks } : {}),
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

/** The intent of a shot that only a journal knows of. Its body is made of the line, which has the same fields. */
export function journalIntent(made: Intent, { attempt, key, sent_at }: ShotMemory): Intent {
  return { ...made, attempt, idempotency_key: key, created_at: sent_at, first_sent_at: sent_at };
}

/**
 * The record of a job that only a journal knows of. Of one that succeeded it does not know the outputs, so that it has to be looked
 * at as if it still ran.
 */
export function journalRecord(intent: Intent, id: string, { over, sent_at }: ShotMemory): JobRecord {
  const isBad = over !== undefined && over.status !== 'succeeded' && over.status !== 'refused';
  const job = {
    id,
    status: isBad ? over.status : 'queued',
    created_at: sent_at,
    ...(isBad ? { completed_at: over.at } : {}),
    ...(isBad && over.cost_usd !== null ? { cost_usd: over.cost_usd } : {}),
    ...(isBad && over.code !== null ? { error: { code: over.code } } : {}),
  };
  return {
    schema: ledgerSchemaVersion,
    id,
    route: intent.route,
    ...(intent.sync === undefined ? {} : { sync: intent.sync }),
    profile: intent.profile,
    base_url: intent.base_url,
    recorded_at: sent_at,
    intent,
    job,
    seen_at: sent_at,
    replayed: false,
    finals: [],
    files: [],
  };
}
