import { CliError } from '../../errors/cli-error.ts';
import { isSurelyKept } from '../../service/lifecycle.ts';
import type { KnownJob } from './way.ts';

/** Tells whether the service says that an account does not see a job (404, 403) which it has to know still. */
export function isUnseen(
  { intent, job, recorded_at, route }: KnownJob,
  error: unknown,
  nowMs: number,
): boolean {
  if (!(error instanceof CliError) || (error.exit !== 'notFound' && error.exit !== 'unauthorized'))
    return false;
  if (error.status !== 404 && error.status !== 403) return false;
  // The id of a job that was neither made here nor ever seen may be mistyped.
  const isKnown = (intent ?? undefined) !== undefined || job?.created_at !== undefined;
  if (!isKnown || job === undefined || recorded_at === undefined) return false;
  return isSurelyKept({ job, recorded_at, route }, nowMs);
}
