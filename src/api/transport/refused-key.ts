import type { AccountKey, KeyReplacement } from '../../account/keys/account-key.ts';
import { AuthError } from '../../errors/endings.ts';
import { startsJobs } from '../../service/retries/retry.ts';
import type { Trouble } from '../trouble/trouble.ts';
import { troubleError } from '../trouble/trouble-error.ts';
import type { ApiCall, CallTally } from './api-call.ts';
import type { AttemptResult } from './attempt.ts';
import { type Caller, contextOf, keepUnread } from './caller.ts';

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
    (result.trouble.kind === 'status' && result.trouble.enveloped && result.trouble.status !== 401);
  if (isAccepted) key.accept(apiKey);
}

/** Tells whether the service itself said that it does not accept the key. A v1 submit may have passed a page of something between. */
function isKeyRefused(trouble: Trouble, { headers, retryRoute }: ApiCall): boolean {
  if (trouble.kind !== 'status' || trouble.status !== 401 || trouble.outcome !== 'other') return false;
  const isRepeatable = !startsJobs(retryRoute) || headers?.['idempotency-key'] !== undefined;
  return isRepeatable || trouble.enveloped;
}

/**
 * Replaces a key that the service refused. Resolves with true if there is another key now: a 401 proves that this attempt started no
 * job, so that it may be repeated on every route. False for any other trouble, and for a key that no program gives.
 *
 * @throws AuthError if no other key came, OutcomeUnknownError if an earlier attempt may have started a job.
 */
export async function replaceRefusedKey(
  caller: Caller,
  ask: ApiCall,
  tally: CallTally,
  { apiKey, trouble }: { apiKey: string; trouble: Trouble },
): Promise<boolean> {
  if (!isKeyRefused(trouble, ask)) return false;
  const replacement = await orReason(ask, caller.key.replace(apiKey));
  if (replacement === 'fixed') return false;
  if (replacement === 'replaced') return true;
  await keepUnread(caller, ask, tally);
  if (replacement instanceof AuthError && tally.openSinceMs === undefined) throw replacement;
  const failure = troubleError(trouble, contextOf(caller, ask, tally));
  failure.why = [failure.why, whyNotReplaced(replacement)].filter(Boolean).join(' ');
  throw failure;
}

function whyNotReplaced(replacement: Exclude<KeyReplacement, 'fixed' | 'replaced'> | AuthError): string {
  if (replacement instanceof AuthError) return `${replacement.message}: ${replacement.why ?? ''}`;
  return replacement === 'repeated'
    ? 'The program that prints the key was run again, and printed one that was refused before.'
    : 'The program that prints the key was run again, and the service accepted none of the keys that it printed.';
}

/** The replacement of a key, or the error of the program. Rejects with the reason of the call's signal as soon as that aborts. */
function orReason(
  { signal }: Pick<ApiCall, 'signal'>,
  replacing: Promise<KeyReplacement>,
): Promise<KeyReplacement | AuthError> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted === true) leave();
    replacing
      .catch((error: unknown) => {
        if (error instanceof AuthError) return error;
        throw error;
      })
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', leave));
  });
}
