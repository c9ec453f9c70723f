import { pollJob } from '../client/jobs.ts';
import type { Job } from '../contract/job.ts';
import type { JobRecord } from '../store/ledger-record.ts';
import type { CommandContext } from './context.ts';

/** Asks the service once, and writes down what it says. */
export async function lookAtJob(context: CommandContext, record: JobRecord): Promise<JobRecord> {
  const { job } = await pollJob(await context.apiOf(record), record.id);
  return keepState(context, record, job);
}

/**
 * A record with the state that was just received, written down where it says something new. What the ledger has of a
 * finished job wins over a state older than it.
 */
export async function keepState(context: CommandContext, record: JobRecord, job: Job): Promise<JobRecord> {
  const seen = { job, seen_at: new Date(context.clock.nowMs()).toISOString() };
  const seenBefore = record.job.status === job.status && record.job.deadline_at === job.deadline_at;
  if (seenBefore) return { ...record, ...seen };
  const ledger = await context.ledger();
  return (await ledger.updateJob(record.id, (kept) => ({ ...kept, ...seen }))) ?? { ...record, ...seen };
}
