import type { Deployment } from '../deployment.ts';
import { currentState, hasEnded } from '../life/job-state.ts';
import { Refusal } from '../refusal.ts';
import { type AccountChange, type AccountNow, dueJobs, soonestEndMs } from '../state/account-now.ts';
import type { AcceptedJob } from '../state/jobs.ts';
import { totalMicrousd } from './prices.ts';

/** The longest Retry-After of a refused submit. Unit: s. */
const longestWaitSeconds = 30;

/**
 * The changes of an account by the jobs that ended. A job that succeeded is charged; any other end only releases its hold. A
 * hold without a job record comes from a submit that died before writing the record, and is dropped.
 *
 * Only jobs whose planned end has come are read, and the newest: a submit that died left the newest hold, since the next submit
 * comes here first. A cancel takes its hold away itself, or dies and leaves it until the planned end.
 *
 * @see service document §1.5, §3
 */
export function settlements(deployment: Deployment, accountId: string, account: AccountNow): AccountChange[] {
  const { newestId, open } = account;
  const looked = new Set(dueJobs(account, deployment.nowMs(accountId)));
  if (newestId !== undefined && open.has(newestId)) looked.add(newestId);
  return [...looked].flatMap((jobId): AccountChange[] => {
    const record = deployment.jobs.read(jobId);
    if (record === undefined) return [{ closed: jobId, chargedMicrousd: 0 }];
    const now = currentState(deployment, record);
    if (!hasEnded(now)) return [];
    return [{ closed: jobId, chargedMicrousd: now.status === 'succeeded' ? totalMicrousd(record.price) : 0 }];
  });
}

/**
 * Refuses a job that exceeds the number in flight, or that the balance does not cover.
 *
 * @throws Refusal (429): for the number in flight with Retry-After, for the balance with a message that names it.
 * @see service document §7.2
 */
export function assertAdmitted(
  account: Readonly<AccountNow>,
  record: AcceptedJob,
  inFlightMost: number,
): void {
  if (account.open.size >= inFlightMost)
    throw tooManyInFlight(inFlightMost, soonestEndMs(account) - record.acceptedAtMs);
  const availableMicrousd = account.balanceMicrousd - account.heldMicrousd;
  if (totalMicrousd(record.price) > availableMicrousd)
    throw outOfBalance(totalMicrousd(record.price), availableMicrousd);
}

export function tooManyInFlight(inFlightMost: number, freeInMs: number): Refusal {
  return new Refusal(429, {
    code: 'too_many_jobs',
    message: `Too many jobs are in flight; this account may have ${inFlightMost}.`,
    retryAfterSeconds: Math.min(Math.max(Math.ceil(freeInMs / 1_000), 1), longestWaitSeconds),
  });
}

export function outOfBalance(neededMicrousd: number, availableMicrousd: number): Refusal {
  const usd = (microusd: number) => (microusd / 1e6).toFixed(3);
  return new Refusal(429, {
    code: 'insufficient_balance',
    message: `The organisation is out of balance: the job holds ${usd(neededMicrousd)} USD, ${usd(availableMicrousd)} USD are free.`,
  });
}
