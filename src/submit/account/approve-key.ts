import type { Account } from '../../account/account.ts';
import type { AccountMeans } from '../../account/accounts.ts';
import { keyMend } from '../../account/keys/credentials.ts';
import type { ClaimAccount } from '../../account/rules/claim-account.ts';
import { CliError } from '../../errors/cli-error.ts';
import { AuthError } from '../../errors/endings.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import { UnprovenKeyError } from './claim-again.ts';
import { knownJobOf, notSent } from './same-account.ts';

interface ApprovalPorts {
  account: Account;
  /** The account that claims. */
  claimant: ClaimAccount;
  claimantOf: AccountMeans['claimantOf'];
  ledger: Pick<Ledger, 'list'>;
  sees(record: JobRecord): Promise<boolean>;
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
export function createKeyApproval({
  account,
  claimant,
  claimantOf,
  ledger,
  sees,
}: ApprovalPorts): (intent: Intent, key: KeyOfAttempt) => Promise<void> {
  const proofs = new Map<string, Promise<boolean>>();

  /** Tells whether a key sees a job of the account. A look that fails is made again for the next submit. */
  function seesWith(apiKey: string, known: JobRecord): Promise<boolean> {
    const name = JSON.stringify([apiKey, known.intent?.account]);
    const proof = proofs.get(name) ?? sees(known);
    proofs.set(name, proof);
    proof.catch(() => proofs.delete(name));
    return proof;
  }

  return async (intent, { apiKey, isOpen }) => {
    const next = await claimantOf(account, apiKey);
    if (next.account === intent.account) return;
    const known = await knownJobOf([intent.account, claimant.account], intent.base_url, ledger);
    if (known === undefined) {
      if (!isOpen) throw new UnprovenKeyError(account, next);
      const why = 'No job known here can show whether the account changed too.';
      throw notSent(intent, `${changed(intent)} ${why}`);
    }
    try {
      if (await seesWith(apiKey, known)) return;
    } catch (error) {
      if (!(error instanceof CliError) || error instanceof InterruptedError) throw error;
      throw isOpen ? notSent(intent, `${changed(intent)} ${error.message}.`) : unseen(error);
    }
    const why = `The new one does not see ${known.id}, a job of that account.`;
    throw isOpen ? notSent(intent, `${changed(intent)} ${why}`) : ofOtherAccount(account, known);
  };
}

function changed({ profile }: Intent): string {
  return `The key of the profile ${profile} has changed since.`;
}

/** The error of the look, without the job that was looked at: the submit is not about that. */
function unseen({ code, exit, mend, message, status, why }: CliError): CliError {
  return new CliError(exit, {
    code,
    message: `genctl could not see whether the next key is of the same account: ${message}`,
    why: `${why ?? ''} The submit was not sent with that key.`.trim(),
    hint: mend,
    status,
  });
}

function ofOtherAccount(account: Account, known: JobRecord): AuthError {
  return new AuthError({
    code: 'key_of_another_account',
    message: `the next key of ${account.profile} is of another account; the submit was not sent with it`,
    why: `The key before it ended. The next one does not see ${known.id}, a job of the account that this run began with.`,
    hint: keyMend(account),
  });
}
