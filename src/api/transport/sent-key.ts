import type { AccountKey } from '../../account/keys/account-key.ts';
import { isSentOnce } from '../../service/retries/retry.ts';
import type { Trouble } from '../trouble/trouble.ts';
import type { ApiCall, CallTally } from './api-call.ts';
import type { AttemptResult } from './attempt.ts';
import type { Caller } from './caller.ts';

/**
 * The key that the next attempt of a call is sent with. A submit is sent only with a key that it approves of; where that takes a look,
 * the key may have ended meanwhile, and the next one is looked at.
 */
export async function approvedKey({ key }: Caller, ask: ApiCall, tally: CallTally): Promise<string> {
  for (;;) {
    const apiKey = key.current();
    await ask.approveKey?.(apiKey, { isOpen: tally.openSinceMs !== undefined });
    if (apiKey === key.current()) return apiKey;
  }
}

/** Notes that the service accepts a key, if its answer shows that. What something between answers shows nothing. */
export function noteAccepted(key: AccountKey, apiKey: string, result: AttemptResult): void {
  const isAccepted =
    'answer' in result ||
    (result.trouble.kind === 'status' && result.trouble.body === 'service' && result.trouble.status !== 401);
  if (isAccepted) key.accept(apiKey);
}

/**
 * Tells whether a 401 says that the key is not accepted. A gateway that checks keys may say so without an error of the service, which a v1
 * submit must not go by: it may have passed.
 */
export function isKeyRefused(trouble: Trouble, { retryRoute }: Pick<ApiCall, 'retryRoute'>): boolean {
  if (trouble.kind !== 'status' || trouble.status !== 401 || trouble.outcome === 'page') return false;
  return !isSentOnce(retryRoute) || trouble.body === 'service';
}
