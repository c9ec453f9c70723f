import { failureOf } from '../errors/system-trouble.ts';
import type { Listener } from '../ledger/events.ts';
import type { SeenState } from '../ledger/keep-state.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { Job } from '../service/job.ts';
import { isOver, lifetimeMs } from '../service/lifecycle.ts';

interface CancelLeftPorts {
  /** Aborting it leaves the jobs that are not canceled yet as they are. */
  signal: AbortSignal;
  listen: Listener;
  /** Resolves with the job as it is then. Throws CliError. */
  cancel(record: JobRecord): Promise<Job>;
  /** Records what was seen of a job, and resolves with the new record. Throws MachineError. */
  keep(record: JobRecord, seen: SeenState): Promise<JobRecord>;
}

/**
 * Cancels the jobs that a signal left, one after another, and tells of each. Jobs that are over stay as they are. Resolves with
 * the records of all, in their order; those that could not be canceled are not over. Rejects for a defect only.
 * @see service document §4.3
 */
export async function cancelLeft(
  records: readonly JobRecord[],
  ports: CancelLeftPorts,
): Promise<JobRecord[]> {
  const known = new Map<string, JobRecord>();
  for (const record of records) {
    const isLeft = !isOver(record.job) && !ports.signal.aborted && !known.has(record.id);
    known.set(record.id, isLeft ? await canceled(record, ports) : (known.get(record.id) ?? record));
  }
  return records.map((record) => known.get(record.id) ?? record);
}

/** The record after its cancel; unchanged where it could not be canceled, which is told. */
async function canceled(
  record: JobRecord,
  { cancel, keep, listen, signal }: CancelLeftPorts,
): Promise<JobRecord> {
  const { id, job: before } = record;
  try {
    const job = await cancel(record);
    const { status } = job;
    listen({ kind: 'state', jobId: id, status, previous: before.status, ageMs: lifetimeMs(job) ?? 0 });
    return await keep(record, { job });
  } catch (error) {
    if (signal.aborted) return record;
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    listen({ kind: 'warning', message: `${id} could not be canceled and keeps running: ${failure.message}` });
    return record;
  }
}
