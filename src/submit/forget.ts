import {
  accountRelation,
  type ClaimAccount,
  environmentProfileName,
} from '../account/rules/claim-account.ts';
import { forgetLine } from '../api/trouble/call-words.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl, say } from '../errors/hint.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Intent } from '../ledger/record.ts';
import { isoTime } from '../text/iso-time.ts';

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
  return intent;
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
