import { pollRecord } from '../client/record-poll.ts';
import type { Job } from '../contract/job.ts';
import { canonicalJson } from '../rules/canonical-json.ts';
import type { JobRecord } from '../store/ledger-record.ts';
import type { CommandContext } from './context.ts';

/** What a look at a job brought: the job, and on v1 the body that it was read from. */
export interface SeenJob {
  job: Job;
  raw?: unknown;
}

/** Asks the service once, and writes down what it says. */
export async function lookAtJob(context: CommandContext, record: JobRecord): Promise<JobRecord> {
  return keepState(context, record, await pollRecord(await context.apiOf(record), record));
}

/**
 * A record with the state that was just received, written down where it says something new. What the ledger has of a
 * finished job wins over a state older than it.
 */
export async function keepState(
  context: CommandContext,
  record: JobRecord,
  { job, raw }: SeenJob,
): Promise<JobRecord> {
  const seen = {
    job,
    seen_at: new Date(context.clock.nowMs()).toISOString(),
    ...(raw === undefined ? {} : { raw }),
  };
  if (lastingFacts(record.job) === lastingFacts(job)) return { ...record, ...seen };
  const ledger = await context.ledger();
  return (await ledger.updateJob(record.id, (kept) => ({ ...kept, ...seen }))) ?? { ...record, ...seen };
}

/** What is worth writing down: all but when to ask again, and links that are new at each look. */
function lastingFacts({ retry_after: _, outputs, ...rest }: Job): string {
  return canonicalJson({ ...rest, outputs: outputs?.length ?? 0 });
}
