import type { Api } from '../api/transport/api.ts';
import { pollRecord } from '../api/ways/index.ts';
import type { KnownJob, PollLimits } from '../api/ways/way.ts';
import { NotFoundError } from '../errors/endings.ts';

/** Tells whether an account sees a job. Rejects as `pollRecord` does, but for a job that the account does not know. */
export async function seesJob(api: Api, known: KnownJob, limits?: PollLimits): Promise<boolean> {
  try {
    await pollRecord(api, known, limits);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}
