import { CliError } from '../errors/cli-error.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { JobRecord } from '../ledger/record.ts';
import { NotNotedError, NotRecordedError } from './submit-refusals.ts';

/** Records a job. Where that fails the error carries the job, so that its id is never lost. */
export async function recordOrTell(
  record: JobRecord,
  { ledger }: { ledger: Pick<Ledger, 'recordJob'> },
): Promise<JobRecord> {
  try {
    return await ledger.recordJob(record);
  } catch (cause) {
    if (cause instanceof NotNotedError) throw cause;
    throw new NotRecordedError(record, cause);
  }
}

/**
 * The record of a job that its key led to. Where it was removed it is made anew, as the key has it from when it was sent; but not of a job
 * that the service has dropped, or can't be asked for: that record would never end.
 */
export async function recordedOf(
  found: JobRecord,
  { ledger, sees }: { ledger: Pick<Ledger, 'find' | 'recordJob'>; sees(record: JobRecord): Promise<boolean> },
): Promise<JobRecord> {
  const standing = await ledger.find(found.id);
  if (standing !== undefined) return standing;
  try {
    if (!(await sees(found))) return found;
  } catch (error) {
    if (error instanceof CliError) return found;
    throw error;
  }
  return recordOrTell(found, { ledger });
}
