import {
  type AccountRelation,
  type ClaimAccount,
  environmentProfileName,
  originOf,
} from '../../account/rules/claim-account.ts';
import { forgetLine, sameAccountLine } from '../../api/trouble/call-words.ts';
import { OutcomeUnknownError, UsageError } from '../../errors/endings.ts';
import { either, genctl, say } from '../../errors/hint.ts';
import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import type { StandingClaim } from '../../ledger/intents/claims.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import { type KeySight, type SightPorts, sightOf } from './key-sight.ts';

const untold = "This ledger's secret, by which genctl compares keys, has changed since then.";

/** The ports by which genctl finds out whether an intent was sent with an account. */
export interface AccountPorts extends SightPorts {
  account: ClaimAccount;
  ledger: Pick<Ledger, 'list'>;
}

/**
 * Makes sure that an open intent is sent only with its own account's key: with another one it would become a second job, and
 * the first one would be lost. A new key of the same profile has to see a job of that account first.
 *
 * Throws OutcomeUnknownError, with what to do next; the intent stays open. Throws whatever looking at that job throws.
 */
export async function assertOwnAccount(
  intent: Intent,
  relation: AccountRelation,
  ports: AccountPorts,
): Promise<void> {
  if (relation === 'same') return;
  if (relation === 'other') throw notSent(intent, otherKey(intent, ports.account));
  if (relation === 'untold') throw notSent(intent, untold);
  const sight = await sightOf(await knownJobsOf([intent.account], intent.base_url, ports.ledger), ports);
  if (sight.kind !== 'seen') throw keyNotProven(intent, sight);
}

/** The error of an open submit whose profile has another key by now, which nothing shows to be of the same account. */
export function keyNotProven(
  intent: Intent,
  sight: Exclude<KeySight, { kind: 'seen' }>,
): OutcomeUnknownError {
  const why =
    sight.kind === 'untold'
      ? 'No job known here can show whether the account changed too.'
      : `The new one does not see ${sight.job.id}, a job of that account.`;
  return keyChanged(intent, why);
}

/** The error of an open submit whose profile has another key by now. */
export function keyChanged(intent: Intent, why: string): OutcomeUnknownError {
  return notSent(intent, `The key of the profile ${intent.profile} has changed since. ${why}`);
}

/** Refuses a claim whose account can't be told: it is neither continued nor treated as free. Throws CliError. */
export function assertTold({ intent, record, relation }: StandingClaim): void {
  if (relation !== 'untold') return;
  if (record === undefined) throw notSent(intent, untold);
  throw new UsageError({
    code: 'account_untold',
    message: `${nameOf(intent)} was used for ${record.id}, perhaps by another account`,
    why: untold,
    hint: either(genctl`show ${record.id}`, '; for another job, use another name'),
    jobId: record.id,
    idempotencyKey: intent.idempotency_key,
  });
}

/** So many jobs of an account are looked at. The service may have lost one of them. */
const knownJobsMost = 3;

/**
 * Jobs that identify an account: the newest ones that were made with exactly one of these keys, by their fingerprints. A job of another
 * key of the same profile proves nothing, because the profile may have been logged in to two accounts in turn.
 */
export function knownJobsOf(
  fingerprints: readonly (string | undefined)[],
  base_url: string,
  ledger: AccountPorts['ledger'],
): Promise<JobRecord[]> {
  const where = ({ account }: JobFacts): boolean => account !== null && fingerprints.includes(account);
  return jobsToLookAt(ledger, base_url, { where, limit: knownJobsMost });
}

/** Which jobs are wanted: by their facts, and then by their records. */
interface WantedJobs {
  where(job: JobFacts): boolean;
  matches?(record: JobRecord): boolean;
  limit: number;
}

/** The newest jobs at a service that can be looked at again. A picture that was answered at once can't. */
export function jobsToLookAt(
  ledger: AccountPorts['ledger'],
  base_url: string,
  { limit, matches = () => true, where }: WantedJobs,
): Promise<JobRecord[]> {
  return ledger.list({
    ...{ limit, where },
    matches: (record) =>
      record.sync !== true && originOf(record.base_url) === originOf(base_url) && matches(record),
  });
}

/** The error of an open submit that is not sent again; its intent stays open. */
function notSent(intent: Intent, why: string): OutcomeUnknownError {
  const { base_url, first_sent_at, idempotency_key, model, profile } = intent;
  const sent = first_sent_at === null ? 'never sent, as far as genctl knows' : `first sent ${first_sent_at}`;
  return new OutcomeUnknownError({
    code: 'account_not_told',
    message: `An open submit for ${model} was not sent again: this key may belong to another account`,
    why: `It was ${sent}, ${ofWhom(profile)} to ${base_url}. ${why}`,
    hint: say`${wayBack(intent)}, then: ${genctl`recover`}; if the current key is of that account: ${sameAccountLine(idempotency_key)}; to close it unsent, after looking for its job: ${forgetLine(idempotency_key)}`,
    retryable: false,
    idempotencyKey: idempotency_key,
  });
}

function ofWhom(profile: string): string {
  return profile === environmentProfileName ? 'with GENCTL_API_KEY' : `as ${profile}`;
}

function wayBack({ key_source, profile }: Intent): string {
  return key_source === 'environment' || profile === environmentProfileName
    ? 'set GENCTL_API_KEY to the key that it was sent with'
    : `log in to ${profile} with the key that it was sent with`;
}

function otherKey({ base_url }: Intent, account: ClaimAccount): string {
  return originOf(base_url) === originOf(account.base_url)
    ? `The current key, ${account.key_source === 'environment' ? 'from GENCTL_API_KEY' : `from the profile ${account.profile}`}, is another one.`
    : `The current account is at ${account.base_url}.`;
}

function nameOf({ once }: Intent): string {
  return once === null ? 'This key' : `The name ${JSON.stringify(once)}`;
}
