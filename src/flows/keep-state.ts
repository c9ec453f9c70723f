import type { Clock } from '../client/transport/clock.ts';
import type { Job } from '../contract/job.ts';
import { CliError } from '../errors/cli-error.ts';
import { isoTime } from '../rules/iso-time.ts';
import { canonicalJson } from '../rules/json/canonical-json.ts';
import { objectOf, ownValue } from '../rules/json/json-object.ts';
import type { Ledger } from '../store/ledger/ledger.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import type { Listener } from './events.ts';

/** What a look at a job brought: the job, and on v1 the body that it was read from. */
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
 * A record with the state that was just received, written down where it says something new. What the ledger has of a
 * finished job wins over a state older than it. Throws MachineError, with the id of the job.
 */
export async function keepState(
  ports: KeepPorts,
  record: JobRecord,
  { job, raw }: SeenState,
): Promise<JobRecord> {
  const seen = withState(ports, record, { job, raw });
  if (lastingFacts(record.job) === lastingFacts(job)) return seen;
  const { seen_at } = seen;
  try {
    const ledger = await ports.ledger();
    const change = { job, seen_at, ...(raw === undefined ? {} : { raw }) };
    const kept = (await ledger.updateJob(record.id, (known) => ({ ...known, ...change }))) ?? seen;
    tellUnread(ports, kept);
    return kept;
  } catch (error) {
    throw error instanceof CliError ? error.ofJob(record.id) : error;
  }
}

/** Says where the answer is of a job that was paid for, and not every file of which can be read from it. */
export function tellUnread({ listen }: Pick<KeepPorts, 'listen'>, { id, job, raw }: JobRecord): void {
  if (job.status !== 'succeeded' || raw === undefined) return;
  const count = (job.outputs ?? []).length;
  const listed = ownValue(objectOf(raw), 'outputs');
  const isWhole = count > 0 && !(Array.isArray(listed) && listed.length > count);
  if (isWhole) return;
  const files = count === 0 ? 'no file' : `only ${count} of ${(listed as unknown[]).length} files`;
  listen({
    kind: 'warning',
    message: `${id} succeeded, and ${files} can be read from its answer, which is kept: genctl show ${id} --json`,
  });
}

/** A record with a state, as it is in memory. */
export function withState(
  { clock }: Pick<KeepPorts, 'clock'>,
  record: JobRecord,
  { job, raw }: SeenState,
): JobRecord {
  const seen_at = isoTime(clock.nowMs());
  return { ...record, job, seen_at, ...(raw === undefined ? {} : { raw }) };
}

/** What is worth writing down: all but when to ask again, and links that are new at each look. */
function lastingFacts({ retry_after: _, outputs, ...rest }: Job): string {
  return canonicalJson({ ...rest, outputs: outputs?.length ?? 0 });
}
