import type { Clock } from '../api/transport/clock.ts';
import { CliError } from '../errors/cli-error.ts';
import { isSameJson } from '../schema/json/canonical-json.ts';
import type { Job } from '../service/job.ts';
import { isoTime } from '../text/iso-time.ts';
import { objectOf, ownValue } from '../text/json-object.ts';
import type { Listener } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { JobRecord } from './record.ts';

/** The result of a look at a job: the job, and on v1 the body that it was read from. */
export interface SeenState {
  job: Job;
  raw?: unknown;
}

export interface KeepPorts {
  clock: Pick<Clock, 'nowMs'>;
  listen: Listener;
  ledger(): Promise<Pick<Ledger, 'updateJob'>>;
}

/**
 * Records the state of a job that was just received, where it says something new, and resolves with the record. A finished job
 * of the ledger is never replaced by an older state. Throws MachineError, with the id of the job.
 */
export async function keepState(
  ports: KeepPorts,
  record: JobRecord,
  { job, raw }: SeenState,
): Promise<JobRecord> {
  const seen = withState(ports, record, { job, raw });
  if (isSameJson(lastingFacts(record.job), lastingFacts(job))) return seen;
  return writeState(ports, seen, raw);
}

/**
 * Writes down the state that a record has in memory, and resolves with the record. Where the body that the state was read from is
 * kept, it is written, too. Throws as `keepState` does.
 */
export async function writeState(
  ports: Pick<KeepPorts, 'ledger' | 'listen'>,
  seen: JobRecord,
  raw?: unknown,
): Promise<JobRecord> {
  const { id, job, seen_at } = seen;
  try {
    const ledger = await ports.ledger();
    const change = { job, seen_at, ...(raw === undefined ? {} : { raw }) };
    const kept = (await ledger.updateJob(id, (known) => ({ ...known, ...change }))) ?? seen;
    tellUnread(ports, kept);
    // The ledger's `replayed` is of the run that recorded the job, not of this one.
    return { ...kept, replayed: seen.replayed };
  } catch (error) {
    throw error instanceof CliError ? error.ofJob(id) : error;
  }
}

/** Warns where not every file of a job that was paid for can be read from its answer, and says where the answer is kept. */
export function tellUnread({ listen }: Pick<KeepPorts, 'listen'>, { id, job, raw }: JobRecord): void {
  if (job.status !== 'succeeded' || raw === undefined) return;
  const count = (job.outputs ?? []).length;
  const listed = ownValue(objectOf(raw), 'outputs');
  const isWhole = count > 0 && !(Array.isArray(listed) && listed.length > count);
  if (isWhole) return;
  const files = count === 0 ? 'no file' : `only ${count} of ${(listed as unknown[]).length} files`;
  listen({
    kind: 'warning',
    message: `${id} succeeded, but genctl can read ${files} from its answer, which is kept: genctl show ${id} --json`,
  });
}

/** The record with a new state, without writing it down. */
export function withState(
  { clock }: Pick<KeepPorts, 'clock'>,
  record: JobRecord,
  { job, raw }: SeenState,
): JobRecord {
  const seen_at = isoTime(clock.nowMs());
  return { ...record, job, seen_at, ...(raw === undefined ? {} : { raw }) };
}

/** The facts of a job that are worth recording: all but the time to ask again, and the links, which are new at each look. */
function lastingFacts(job: Job): unknown {
  return { ...job, retry_after: undefined, outputs: job.outputs?.length ?? 0 };
}
