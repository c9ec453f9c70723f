import type { Deployment } from '../deployment.ts';
import { currentState, hasEnded } from '../life/job-state.ts';
import { Refusal } from '../refusal.ts';
import type { Account } from '../state/accounts.ts';
import type { AcceptedJob } from '../state/jobs.ts';
import { totalMicrousd } from './prices.ts';

/** The longest Retry-After of a refused submit. Unit: s. */
const longestWaitSeconds = 30;

/**
 * Settles the jobs of an account that ended. A job that succeeded is charged; any other end only releases its hold. A hold
 * without a job record comes from a submit that died before writing the record, and is dropped.
 *
 * Only jobs whose planned end has come are read, and the newest: a submit that died left the newest hold, since the next submit
 * comes here first. A cancel takes its hold away itself, or dies and leaves it until the planned end.
 *
 * @see service document §1.5, §3
 */
export function settle(deployment: Deployment, accountId: string, account: Account): void {
  const nowMs = deployment.nowMs(accountId);
  const newestId = Object.keys(account.open).at(-1);
  for (const [jobId, { endsAtMs }] of Object.entries(account.open)) {
    if (endsAtMs > nowMs && jobId !== newestId) continue;
    const record = deployment.jobs.read(jobId);
    const now = record && currentState(deployment, record);
    if (now !== undefined && !hasEnded(now)) continue;
    if (record !== undefined && now?.status === 'succeeded')
      account.balanceMicrousd -= totalMicrousd(record.price);
    delete account.open[jobId];
  }
}

/** The part of the balance that is held for unsettled jobs. */
export function heldMicrousd({ open }: Account): number {
  return Object.values(open).reduce((sum, { holdMicrousd }) => sum + holdMicrousd, 0);
}

/**
 * Refuses a job that exceeds the number in flight, or that the balance does not cover.
 *
 * @throws Refusal (429): for the number in flight with Retry-After, for the balance with a message that names it.
 * @see service document §7.2
 */
export function assertAdmitted(account: Account, record: AcceptedJob, inFlightMost: number): void {
  const ends = Object.values(account.open).map(({ endsAtMs }) => endsAtMs);
  if (ends.length >= inFlightMost)
    throw tooManyInFlight(inFlightMost, Math.min(...ends) - record.acceptedAtMs);
  const availableMicrousd = account.balanceMicrousd - heldMicrousd(account);
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
