import type { Account } from '../../account/account.ts';
import type { AccountMeans } from '../../account/accounts.ts';
import { otherAccountKey } from '../../account/keys/other-account-key.ts';
import type { ClaimAccount } from '../../account/rules/claim-account.ts';
import { CliError } from '../../errors/cli-error.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Intent } from '../../ledger/record.ts';
import { UnprovenKeyError } from './claim-again.ts';
import { type KeySight, madeAt, type SightPorts, sightError, sightOf } from './key-sight.ts';
import { keyChanged, keyNotProven, knownJobsOf } from './same-account.ts';

interface ApprovalPorts extends SightPorts {
  account: Account;
  /** The account that claims. */
  claimant: ClaimAccount;
  claimantOf: AccountMeans['claimantOf'];
  ledger: Pick<Ledger, 'list'>;
}

/** A submit, and the key that its next attempt would be sent with. `isOpen`: an earlier attempt may have started the job. */
interface KeyOfAttempt {
  apiKey: string;
  isOpen: boolean;
}

/**
 * Creates the check of a key before a submit leaves with it, if it is not the key of the claim. A program may have printed it since, and
 * it may be that of another team. So the new key has to see a job of the account first, by one look for all submits.
 *
 * The check throws OutcomeUnknownError if the submit is open, so that its intent stays. Otherwise it throws AuthError, UnprovenKeyError
 * if no job is known, and what the look throws.
 */
export function createKeyApproval(
  ports: ApprovalPorts,
): (intent: Intent, key: KeyOfAttempt) => Promise<void> {
  const { account, claimant, claimantOf, ledger } = ports;
  const sights = new Map<string, Promise<KeySight>>();

  async function lookForJobs({ account: claimed, base_url }: Intent): Promise<KeySight> {
    return sightOf(await knownJobsOf([claimed, claimant.account], base_url, ledger), ports);
  }

  /**
   * Looks at the jobs of an account with a key, once for all submits. Without a job, and after a look that failed, the next submit looks
   * again: there may be a job by then.
   */
  function sightWith(apiKey: string, intent: Intent): Promise<KeySight> {
    const name = JSON.stringify([apiKey, intent.account]);
    const sight = sights.get(name) ?? lookForJobs(intent);
    sights.set(name, sight);
    const forget = (): void => void sights.delete(name);
    sight.then(({ kind }) => kind === 'untold' && forget(), forget);
    return sight;
  }

  return async (intent, { apiKey, isOpen }) => {
    const next = await claimantOf(account, apiKey);
    if (next.account === intent.account) return;
    let sight: KeySight;
    try {
      sight = await sightWith(apiKey, intent);
    } catch (error) {
      const isOfService = error instanceof CliError && !(error instanceof InterruptedError);
      throw isOpen && isOfService ? keyChanged(intent, `${error.message}.`) : sightError(account, error);
    }
    if (sight.kind === 'seen') return;
    if (isOpen) throw keyNotProven(intent, sight);
    if (sight.kind === 'untold') throw new UnprovenKeyError(account, next);
    const { job } = sight;
    throw otherAccountKey(account, { id: job.id, madeAt: madeAt(job) }, 'next submit');
  };
}
