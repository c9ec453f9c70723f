import { UsageError } from '../errors/usage-error.ts';
import { accountRelation, type ClaimAccount } from '../rules/claim-account.ts';
import type { Intent, Refusal } from '../store/ledger-record.ts';

/** What closing an intent by hand needs of the ledger. */
export interface ForgettingLedger {
  unsettled(): Promise<Intent[]>;
  recordRefusal(intent: Intent, refusal: Refusal): Promise<boolean>;
}

/** The code under which an intent is settled that a person looked up and closed. */
export const forgottenCode = 'forgotten';

/**
 * Closes an open intent without asking the service: for one of v1, which has no key to ask by, once its job was looked for
 * elsewhere. It is kept among the refused ones, and its name is free again.
 *
 * Throws UsageError where no open intent has that key, and where several accounts have one and not the `claimant`'s.
 */
export async function forgetIntent(
  ledger: ForgettingLedger,
  key: string,
  { nowMs, claimant }: { nowMs: number; claimant(): Promise<ClaimAccount> },
): Promise<Intent> {
  const open = await ledger.unsettled();
  const ofKey = open.filter(({ idempotency_key }) => idempotency_key === key);
  const [intent] = ofKey.length < 2 ? ofKey : ofAccount(ofKey, await claimant());
  if (intent === undefined) throw ofKey.length === 0 ? unknownKey(key, open) : ofOthers(key, ofKey);
  await ledger.recordRefusal(intent, {
    at: new Date(nowMs).toISOString(),
    status: null,
    code: forgottenCode,
    message: 'closed by hand; whether it made a job is not known here',
  });
  return intent;
}

/** Two accounts may have used one name: only the one at hand is meant. */
function ofAccount(intents: readonly Intent[], account: ClaimAccount): Intent[] {
  return intents.filter((intent) => accountRelation(intent, account, { settled: false }) === 'same');
}

function ofOthers(key: string, intents: readonly Intent[]): UsageError {
  const lines = intents.map(
    ({ base_url, first_sent_at, profile }) => `${profile} at ${base_url}, sent ${first_sent_at ?? 'never'}`,
  );
  return new UsageError({
    code: 'intent_ambiguous',
    message: `${intents.length} accounts have an open submit with the key ${JSON.stringify(key.slice(0, 80))}`,
    why: `None of them is the account at hand:\n${lines.join('\n')}`,
    hint: 'genctl recover --forget KEY --profile NAME',
  });
}

function unknownKey(key: string, open: readonly Intent[]): UsageError {
  const keys = open.map(({ idempotency_key, model }) => `${idempotency_key} (${model})`);
  return new UsageError({
    code: 'intent_unknown',
    message: `No open submit has the key ${JSON.stringify(key.slice(0, 80))}`,
    why: open.length === 0 ? 'Nothing is unsettled.' : `Open are:\n${keys.slice(0, 5).join('\n')}`,
    hint: 'genctl recover shows what is unsettled, and settles what it can',
  });
}
