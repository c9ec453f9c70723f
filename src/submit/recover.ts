import {
  accountRelation,
  type ClaimAccount,
  environmentProfileName,
  originOf,
} from '../account/rules/claim-account.ts';
import { forgetLine } from '../api/trouble/call-words.ts';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl, say } from '../errors/hint.ts';
import type { JobFacts } from '../ledger/facts/job-facts.ts';
import { isMadeBy, isSameClaim } from '../ledger/intents/intent-places.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Intent, JobRecord } from '../ledger/record.ts';
import { isoTime } from '../text/iso-time.ts';
import { assertOwnAccount } from './account/same-account.ts';
import { type SubmitPorts, settleIntent } from './submit.ts';
import { assertResendable, leavesOutcomeOpen, type SubmitChoices } from './submit-refusals.ts';

/** The outcome of an unsettled intent: it has a job, it certainly has none, or that is still unknown. */
export type Recovered =
  | { kind: 'settled'; intent: Intent; record: JobRecord }
  | { kind: 'refused'; intent: Intent; error: CliError }
  | { kind: 'open'; intent: Intent; error: CliError };

/** The part of the ledger that settling from its records uses. */
type RecordedJobs = Pick<Ledger, 'records' | 'recordJob'>;

/**
 * Settles the intents whose job is recorded already: a process died after it recorded the job and before it removed the intent.
 * Nothing is sent for these, however old they are.
 */
export async function settleRecorded(intents: readonly Intent[], ledger: RecordedJobs): Promise<Recovered[]> {
  const settled: Recovered[] = [];
  if (intents.length === 0) return settled;
  /** Several accounts may have used one key. */
  const unmatched = new Map<string, Intent[]>();
  for (const intent of intents)
    unmatched.set(intent.idempotency_key, [...(unmatched.get(intent.idempotency_key) ?? []), intent]);
  // Jobs of any age are searched, because the clock may have been set back since the intent was written.
  const where = ({ key }: JobFacts): boolean => key !== null && unmatched.has(key);
  for await (const record of ledger.records({ where })) {
    const ofKey = unmatched.get(record.intent?.idempotency_key ?? '') ?? [];
    const intent = ofKey.find((one) => isMadeBy(record, one));
    if (intent === undefined) continue;
    ofKey.splice(ofKey.indexOf(intent), 1);
    await ledger.recordJob(record);
    settled.push({ kind: 'settled', intent, record: { ...record, replayed: true } });
  }
  return inOrderOf(intents, settled);
}

function inOrderOf(intents: readonly Intent[], settled: readonly Recovered[]): Recovered[] {
  const ofIntent = new Map(settled.map((one) => [one.intent, one]));
  return intents.flatMap((intent) => ofIntent.get(intent) ?? []);
}

/**
 * Sends every intent that has no job to the service again, with the same key and the same bytes. An intent may have been sent so
 * long ago that the service has forgotten its key. Such an intent stays open, unless the choices accept the risk of a second job.
 *
 * `portsOf` gives the ports of the account that an intent belongs to; it throws CliError where there is no key for it.
 */
export async function recoverIntents(
  intents: readonly Intent[],
  choices: SubmitChoices,
  portsOf: (intent: Intent) => Promise<SubmitPorts>,
): Promise<Recovered[]> {
  const outcomes: Recovered[] = [];
  for (const intent of intents) outcomes.push(await recoverOne(intent, choices, portsOf));
  return outcomes;
}

/** Tells whether a person said that an intent belongs to this account. Nobody can say so of an intent for another service. */
function isTakenFor(
  { base_url, idempotency_key }: Intent,
  { sameAccount }: SubmitChoices,
  { account }: SubmitPorts,
): boolean {
  return sameAccount === idempotency_key && originOf(base_url) === originOf(account.base_url);
}

async function recoverOne(
  intent: Intent,
  choices: SubmitChoices,
  portsOf: (intent: Intent) => Promise<SubmitPorts>,
): Promise<Recovered> {
  let ports: SubmitPorts;
  try {
    ports = await portsOf(intent);
    await assertResendable(intent, choices, ports);
    const relation = accountRelation(intent, ports.account);
    await assertOwnAccount(intent, isTakenFor(intent, choices, ports) ? 'same' : relation, ports);
  } catch (error) {
    if (error instanceof CliError) return { kind: 'open', intent, error };
    throw error;
  }
  try {
    const { record } = await settleIntent(intent, ports);
    return { kind: 'settled', intent, record };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const open = leavesOutcomeOpen(error) || error.exit === 'machine';
    return { kind: open ? 'open' : 'refused', intent, error };
  }
}

/** The account that closes an intent, and the time of it. */
interface Forgetting {
  nowMs: number;
  /** The account in use; undefined where there is none, or none with a key. */
  claimant: ClaimAccount | undefined;
  /** True closes the intent even if it belongs to another account. */
  ofAnyAccount: boolean;
}

/**
 * Closes an open intent without asking the service. It is for intents of v1, which has no key to ask by, once a person has
 * looked for the job elsewhere. The intent is kept among the refused ones, and its name is free again. Only an intent of the
 * account in use is closed, or one that may be that account's.
 *
 * Throws UsageError where no open intent has that key, and where it belongs to another account or several may be meant.
 */
export async function forgetIntent(
  ledger: Pick<Ledger, 'unsettled' | 'recordRefusal'>,
  key: string,
  { nowMs, claimant, ofAnyAccount }: Forgetting,
): Promise<Intent> {
  const open = await ledger.unsettled();
  const ofKey = open.filter(({ idempotency_key }) => idempotency_key === key);
  if (ofKey.length === 0) throw unknownKey(key, open);
  const [intent, ...more] = claimant === undefined ? ofKey : mostLikely(ofKey, claimant, ofAnyAccount);
  if (intent === undefined || more.length > 0) throw ofOthers(key, ofKey);
  await ledger.recordRefusal(intent, {
    at: isoTime(nowMs),
    status: null,
    code: 'forgotten',
    message: 'closed by hand; it may or may not have started a job',
  });
  if ((await ledger.unsettled()).some((left) => isSameClaim(left, intent))) throw stillOpen(intent);
  return intent;
}

function stillOpen({ idempotency_key: key }: Intent): UsageError {
  return new UsageError({
    code: 'intent_unknown',
    message: `The submit with the key ${JSON.stringify(key.slice(0, 80))} is still open`,
    why: 'Another run changed it in the meantime. Nothing was closed.',
    hint: say`to list open submits and settle them: ${genctl`recover`}`,
    idempotencyKey: key,
  });
}

/** The intents that are most surely the account's. */
function mostLikely(intents: readonly Intent[], account: ClaimAccount, ofAnyAccount: boolean): Intent[] {
  const related = intents.map((intent) => ({
    intent,
    relation: accountRelation(intent, account),
  }));
  const wanted = ['same', 'rotated', 'untold', ...(ofAnyAccount ? ['other'] : [])];
  const surest = wanted.find((one) => related.some(({ relation }) => relation === one));
  return related.filter(({ relation }) => relation === surest).map(({ intent }) => intent);
}

function ofOthers(key: string, intents: readonly Intent[]): UsageError {
  const lines = intents.map(
    ({ base_url, first_sent_at, profile }) => `${profile} at ${base_url}, sent ${first_sent_at ?? 'never'}`,
  );
  const [first] = intents;
  const isOfVariable = first?.profile === environmentProfileName || first?.key_source === 'environment';
  const account = isOfVariable
    ? 'with GENCTL_BASE_URL and GENCTL_API_KEY set as before'
    : `--profile ${first?.profile}`;
  return new UsageError({
    code: 'intent_of_another_account',
    message: `The open submit with the key ${JSON.stringify(key.slice(0, 80))} belongs to another account`,
    why: `Open under that key:\n${lines.join('\n')}`,
    hint: say`${forgetLine(key)} ${intents.length === 1 ? `${account}; or --yes, if that key is gone` : account}`,
    idempotencyKey: key,
  });
}

function unknownKey(key: string, open: readonly Intent[]): UsageError {
  const keys = open.map(({ idempotency_key, model }) => `${idempotency_key} (${model})`);
  return new UsageError({
    code: 'intent_unknown',
    message: `No open submit has the key ${JSON.stringify(key.slice(0, 80))}`,
    why: open.length === 0 ? 'Nothing to settle.' : `Open submits:\n${keys.slice(0, 5).join('\n')}`,
    hint: say`to list open submits and settle them: ${genctl`recover`}`,
  });
}
