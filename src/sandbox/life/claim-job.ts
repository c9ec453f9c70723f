import type { Deployment } from '../deployment.ts';
import { openingOf } from '../links/opening.ts';
import { assertAdmitted, outOfBalance, settlements, tooManyInFlight } from '../money/admission.ts';
import { totalMicrousd } from '../money/prices.ts';
import { Refusal } from '../refusal.ts';
import type { AccountNow } from '../state/account-now.ts';
import { attemptOf } from '../state/accounts.ts';
import type { AcceptedJob } from '../state/jobs.ts';
import { type NewJob, newJobRecord } from './new-job.ts';
import { scenarioOf } from './scenarios.ts';

/** How long the scenario `rate_limited` asks a submit to wait. Unit: ms. */
const rateLimitedMs = 2_000;

/**
 * Admits a job and places its hold, under the account's lock: the hold first, then the record. Holds are kept by job id, so two
 * submits with one key place only one. If the process dies before it writes the record, the next submit drops the hold.
 *
 * @returns the record that counts, and whether it existed before.
 * @throws Refusal (429), or the refusal that a scenario asks for.
 */
export function claimJob(
  deployment: Deployment,
  job: Omit<NewJob, 'acceptedAtMs' | 'speed' | 'earlierAttempts' | 'opening'> & { atOnce?: boolean },
): Promise<{ record: AcceptedJob; outcome: 'claimed' | 'exists' }> {
  return deployment.accounts.locked(job.accountId, (account) => {
    const known = deployment.jobs.read(job.id);
    if (known !== undefined) return { record: known, outcome: 'exists' };
    account.change(settlements(deployment, account.now));
    const attempt = job.scenario === 'fails_twice' ? attemptOf(job.scenario, job.body) : undefined;
    const earlierAttempts = attempt === undefined ? 0 : (account.now.attempts.get(attempt) ?? 0);
    const { nowMs } = deployment;
    const speed = job.atOnce === true ? 'instant' : deployment.speed;
    const opening = openingOf(deployment, job);
    const record = newJobRecord({ ...job, earlierAttempts, opening, acceptedAtMs: nowMs(), speed });
    const inFlightMost = deployment.limits.inFlight(job.accountId);
    assertScenarioAdmits(record, account.now, inFlightMost);
    assertAdmitted(account.now, record, inFlightMost);
    const holdMicrousd = totalMicrousd(record.price);
    account.change([
      ...(attempt === undefined ? [] : [{ attempted: attempt }]),
      { opened: record.id, holdMicrousd, endsAtMs: record.plan.endsAtMs },
    ]);
    const outcome = deployment.jobs.claim(record);
    return { record: outcome === 'claimed' ? record : (deployment.jobs.read(record.id) ?? record), outcome };
  });
}

function assertScenarioAdmits(record: AcceptedJob, account: AccountNow, inFlightMost: number): void {
  switch (scenarioOf(record.scenario).submit) {
    case 'rate_limited':
      throw tooManyInFlight(inFlightMost, rateLimitedMs);
    case 'out_of_balance':
      throw outOfBalance(totalMicrousd(record.price), Math.min(account.balanceMicrousd, 0));
    case 'server_error':
      throw new Refusal(500, { code: 'internal', message: 'The service failed before it took the job.' });
  }
}
