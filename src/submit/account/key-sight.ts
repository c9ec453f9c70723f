import type { Account } from '../../account/account.ts';
import { CliError } from '../../errors/cli-error.ts';
import { AuthError } from '../../errors/endings.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { isSurelyKept } from '../../service/lifecycle.ts';

/**
 * The sight of a key: whether it sees a known job of an account. `unseen`: it sees none, and the service has to know this one still.
 * `untold`: it sees none, and the service may have forgotten all of them.
 */
export type KeySight = { kind: 'seen' } | { kind: 'unseen'; job: JobRecord } | { kind: 'untold' };

export interface SightPorts {
  sees(record: JobRecord): Promise<boolean>;
  /** The service's time. Unit: ms since 1970. */
  nowMs(): number;
}

/**
 * Looks at jobs of one account in turn, until a key sees one. So a job that the service lost keeps nobody from the account. Rejects with what
 * a look throws.
 */
export async function sightOf(
  jobs: Iterable<JobRecord> | AsyncIterable<JobRecord>,
  { nowMs, sees }: SightPorts,
): Promise<KeySight> {
  let newestKept: JobRecord | undefined;
  for await (const job of jobs) {
    if (await sees(job)) return { kind: 'seen' };
    if (isSurelyKept(job, nowMs())) newestKept ??= job;
  }
  return newestKept === undefined ? { kind: 'untold' } : { kind: 'unseen', job: newestKept };
}

/**
 * The error of a submit for which a look failed at a job that would show whose the key is. It does not name that job: the submit is not about
 * it. Anything else than a failure of the service is returned as it is.
 */
export function sightError({ profile }: Account, error: unknown): unknown {
  if (!(error instanceof CliError) || error instanceof InterruptedError) return error;
  const { code, exit, mend: hint, message, status, why = '' } = error;
  if (error instanceof AuthError) {
    error.jobId = undefined;
    return error;
  }
  return new CliError(exit, {
    code,
    message: `genctl could not see whether the key of ${profile} is of the same account: ${message}`,
    why: `${why} The submit was not sent with that key.`.trim(),
    hint,
    status,
  });
}

/** When a job was made, as far as that is known. ISO 8601. */
export function madeAt({ job, recorded_at }: JobRecord): string {
  return job.created_at ?? recorded_at;
}
