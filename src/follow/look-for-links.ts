import { CliError } from '../errors/cli-error.ts';
import { NotFoundError } from '../errors/endings.ts';
import { missingOutputs, warnOfMissingOnce } from '../ledger/missing-outputs.ts';
import type { JobRecord } from '../ledger/record.ts';
import { mayStand } from '../outputs/files-here.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { retentionEndMs } from '../service/lifecycle.ts';
import { isoTime } from '../text/iso-time.ts';
import { lookAtJob } from './look-at-jobs.ts';

type LookContext = Pick<
  OutputMeans,
  'accountOf' | 'apiOf' | 'clock' | 'clockOf' | 'keepWarning' | 'ledger' | 'listen'
>;

/** A job after a look for the links of its files. */
export interface LookForLinks {
  record: JobRecord;
  /** Why the service did not answer; undefined if it did, or if nothing was asked. */
  failure: CliError | undefined;
}

/**
 * Looks once at a job whose answer lacks the link of a file, because a later answer may have it. If none came and the service keeps
 * the job no longer, the record says that the file is lost. Rejects for a defect and a signal.
 * @see service document §2.1
 */
export async function lookForLinks(context: LookContext, record: JobRecord): Promise<LookForLinks> {
  if (!isMissing(record)) return { record, failure: undefined };
  const look = await lookOnce(context, record);
  if (!isMissing(look.record)) return look;
  const isAnswered = look.failure === undefined || look.failure instanceof NotFoundError;
  const isLost = isAnswered && (await isPastRetention(context, look.record));
  const known = isLost ? await withLoss(context, look.record) : look.record;
  warnOfMissingOnce(context, [known]);
  return { record: known, failure: look.failure };
}

function isMissing(record: JobRecord): boolean {
  return missingOutputs(record, mayStand).length > 0;
}

async function lookOnce(context: LookContext, record: JobRecord): Promise<LookForLinks> {
  try {
    return { record: await lookAtJob(context, record), failure: undefined };
  } catch (failure) {
    if (failure instanceof CliError) return { record, failure };
    throw failure;
  }
}

/** Tells whether the service keeps a job no longer, by its own clock. */
async function isPastRetention(context: LookContext, record: JobRecord): Promise<boolean> {
  const clock = context.clockOf(await context.accountOf(record));
  return retentionEndMs(record) <= clock.nowMs();
}

async function withLoss(context: LookContext, record: JobRecord): Promise<JobRecord> {
  const lostAt = isoTime(context.clock.nowMs());
  const note = (job: JobRecord): JobRecord => ({ ...job, lost_at: job.lost_at ?? lostAt });
  return (await (await context.ledger()).updateJob(record.id, note)) ?? note(record);
}
