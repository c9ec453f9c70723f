import type { Deployment } from '../deployment.ts';
import { isOver, lookAtJob } from '../life/job-state.ts';
import { Refusal } from '../refusal.ts';
import type { AccountRecord } from '../state/accounts.ts';
import type { JobRecord } from '../state/jobs.ts';
import { totalMicrousd } from './prices.ts';

/** How many jobs of one account may be unfinished at once. */
export const jobsInFlightMost = 50;

/** Longest time that a refused submit is asked to wait. Unit: s. */
const longestWaitSeconds = 30;

/**
 * Takes out of an account's record what is over: a succeeded job is charged, any other end only lets its hold go.
 * An entry without a record is a submit that died between the two, and counts for nothing.
 *
 * @see service document §1.5, §3
 */
export function settleAccount(deployment: Deployment, account: AccountRecord): AccountRecord {
  const settled: AccountRecord = { ...account, open: {} };
  for (const [jobId, openJob] of Object.entries(account.open)) {
    const record = deployment.jobs.read(jobId);
    if (record === undefined) continue;
    const now = lookAtJob(deployment, record);
    if (!isOver(now)) settled.open[jobId] = openJob;
    else if (now.status === 'succeeded') settled.balanceMicrousd -= totalMicrousd(record.price);
  }
  return settled;
}

/** What is held for the unfinished jobs of a settled account. Unit: millionths of a US dollar. */
export function heldMicrousd(account: AccountRecord): number {
  return Object.values(account.open).reduce((sum, { holdMicrousd }) => sum + holdMicrousd, 0);
}

/**
 * Refuses one job too many, or one that the balance does not cover.
 *
 * @throws Refusal (429): with Retry-After where a place will be free, naming the balance where it is short.
 * @see service document §7.2
 */
export function assertAdmitted(account: AccountRecord, record: JobRecord, nowMs: number): void {
  const open = Object.values(account.open);
  if (open.length >= jobsInFlightMost)
    throw tooManyInFlight(Math.min(...open.map(({ endsAtMs }) => endsAtMs)) - nowMs);
  const availableMicrousd = account.balanceMicrousd - heldMicrousd(account);
  if (totalMicrousd(record.price) > availableMicrousd)
    throw outOfBalance(totalMicrousd(record.price), availableMicrousd);
}

export function tooManyInFlight(freeInMs: number): Refusal {
  return new Refusal(429, {
    code: 'too_many_jobs',
    message: `Too many jobs are in flight; an account may have ${jobsInFlightMost}.`,
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
