import { AuthError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import type { Account } from '../account.ts';
import { otherAccountCode } from './account-key.ts';

/** A job that the key of an account has to see. */
interface UnseenJob {
  id: string;
  /** When it was made. ISO 8601. */
  madeAt: string;
}

/**
 * The use that a key was printed for. `first submit`: the run began with it. `next submit`, `next look`: the key before it ended during the
 * run.
 */
type KeyUse = 'first submit' | 'next submit' | 'next look';

/** The error of a key that a program printed, and that does not see a job of its profile: it is of another account. */
export function otherAccountKey(account: Account, { id, madeAt }: UnseenJob, use: KeyUse): AuthError {
  const { profile, stored } = account;
  const baseUrl = stored?.base_url ?? account.baseUrl;
  const job = `${id}, made ${madeAt}`;
  const words = {
    'first submit': {
      message: `the key of the profile ${profile} is of another account; nothing was sent`,
      why: `The credential_command printed a key that does not see ${job} as ${profile}. That other account would pay.`,
    },
    'next submit': {
      message: `the next key of the profile ${profile} is of another account; the submit was not sent with it`,
      why: `The key before it ended. The next one does not see ${job}, a job of the account that this run began with.`,
    },
    'next look': {
      message: `the next key of the profile ${profile} is of another account, and does not see ${id}`,
      why: `The key before it ended during this run. The job, made ${madeAt}, belongs to the account of the first key.`,
    },
  }[use];
  return new AuthError({
    code: otherAccountCode,
    ...words,
    // No line that logs in to this profile: it would pay as the other account from then on.
    hint: say`fix what the credential_command of ${profile} prints; for the other account, a profile of its own: ${genctl`auth login --profile NAME --base-url ${baseUrl}`}`,
    jobId: use === 'next look' ? id : undefined,
  });
}
