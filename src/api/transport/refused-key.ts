import type { KeyReplacement } from '../../account/keys/account-key.ts';
import { AuthError } from '../../errors/endings.ts';
import { isUnverified } from '../../service/retries/retry.ts';
import type { Trouble } from '../trouble/trouble.ts';
import { troubleError } from '../trouble/trouble-error.ts';
import type { ApiCall, CallTally } from './api-call.ts';
import { type Caller, contextOf, keepUnread } from './caller.ts';

/**
 * Replaces a key that a 401 refused. Resolves with true if there is another key now. In the service's words a 401 proves that this attempt
 * started no job, so that it may be repeated on every route. False for a key that no program gives, and if the program printed no other
 * key after a 401 that something between may have sent: that is repeated for a while.
 *
 * @throws AuthError if the program failed or no other key came, OutcomeUnknownError if an earlier attempt may have started a job.
 */
export async function replaceRefusedKey(
  caller: Caller,
  ask: ApiCall,
  tally: CallTally,
  { apiKey, trouble }: { apiKey: string; trouble: Trouble },
): Promise<boolean> {
  const replacement = await orReason(ask, caller.key.replace(apiKey, tally.keyRefusals));
  if (replacement === 'fixed') return false;
  if (replacement === 'replaced') return true;
  // A program that fails now is not asked again, so that a repeat would be refused as well.
  if (isUnverified(trouble.outcome) && !(replacement instanceof AuthError)) return false;
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
    : 'The program that prints the key was run again, and the service accepted this request with none of the keys that it printed.';
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
