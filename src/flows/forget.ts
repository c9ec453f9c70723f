import { UsageError } from '../errors/usage-error.ts';
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
 * Throws UsageError where no open intent has that key.
 */
export async function forgetIntent(ledger: ForgettingLedger, key: string, nowMs: number): Promise<Intent> {
  const open = await ledger.unsettled();
  const intent = open.find(({ idempotency_key }) => idempotency_key === key);
  if (intent === undefined) throw unknownKey(key, open);
  await ledger.recordRefusal(intent, {
    at: new Date(nowMs).toISOString(),
    status: null,
    code: forgottenCode,
    message: 'closed by hand; whether it made a job is not known here',
  });
  return intent;
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
