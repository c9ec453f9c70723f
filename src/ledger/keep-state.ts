import type { Clock } from '../api/transport/clock.ts';
import { CliError } from '../errors/cli-error.ts';
import { isSameJson } from '../schema/json/canonical-json.ts';
import type { Job } from '../service/job.ts';
import { hasLink } from '../service/output-link.ts';
import { requestRoutes } from '../service/request-route.ts';
import { isoTime } from '../text/iso-time.ts';
import type { Listener } from './events.ts';
import type { Ledger } from './ledger.ts';
import { warnOfMissingOutputs } from './missing-outputs.ts';
import type { JobRecord } from './record.ts';
import { withAllOutputs } from './rules/all-outputs.ts';

/** The result of a look at a job, and the body that it was read from: always on v1, on v2 if not every output could be read. */
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
  if (isSameJson(lastingFacts(record), lastingFacts(seen))) return seen;
  return writeState(ports, seen);
}

/**
 * Writes down the state that a record has in memory, with the body that it was read from, and resolves with the record. Warns if the
 * answer lacks the link of a file. Throws as `keepState` does.
 */
export async function writeState(
  ports: Pick<KeepPorts, 'ledger' | 'listen'>,
  seen: JobRecord,
): Promise<JobRecord> {
  const { id } = seen;
  try {
    const ledger = await ports.ledger();
    const kept = (await ledger.updateJob(id, (stored) => withStateOf(stored, seen))) ?? seen;
    warnOfMissingOutputs(ports, kept);
    // The ledger's `replayed` is of the run that recorded the job, not of this one.
    return { ...kept, replayed: seen.replayed };
  } catch (error) {
    throw error instanceof CliError ? error.ofJob(id) : error;
  }
}

/** The record with a new state, without writing it down. */
export function withState(
  { clock }: Pick<KeepPorts, 'clock'>,
  record: JobRecord,
  { job, raw }: SeenState,
): JobRecord {
  return withStateOf(record, { job, raw, seen_at: isoTime(clock.nowMs()) });
}

/** A record with the state of another one. On v2 a whole answer makes the body of an earlier one void. */
function withStateOf(
  record: JobRecord,
  { job, raw, seen_at }: Pick<JobRecord, 'job' | 'raw' | 'seen_at'>,
): JobRecord {
  const { raw: earlier, ...others } = record;
  const body = raw ?? (requestRoutes[record.route].isPassThrough ? earlier : undefined);
  const changed = { ...others, job, ...(body === undefined ? {} : { raw: body }), seen_at };
  return withAllOutputs(changed, record.job.outputs ?? []);
}

/** The facts of a job that are worth recording: all but the time to ask again, and the links, which are new at each look. */
function lastingFacts({ files, job }: JobRecord): unknown {
  const outputs = (job.outputs ?? []).map(hasLink);
  return { ...job, retry_after: undefined, outputs, files: files.map(({ index }) => index) };
}
