import type { Api } from '../api/transport/api.ts';
import { wayOf } from '../api/ways/index.ts';
import type { KnownJob, PollLimits } from '../api/ways/way.ts';
import { AuthError, NotFoundError } from '../errors/endings.ts';

/**
 * Tells whether an account sees a job. Rejects as a look does, except where the service says that it does not know the job (404), or
 * refuses it to this key (403).
 */
export async function seesJob(api: Api, known: KnownJob, limits?: PollLimits): Promise<boolean> {
  try {
    await (await wayOf(known.route)).poll(api, known, limits);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError || (error instanceof AuthError && error.status === 403)) return false;
    throw error;
  }
}
