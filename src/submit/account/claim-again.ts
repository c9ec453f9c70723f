import type { Account } from '../../account/account.ts';
import type { ClaimAccount } from '../../account/rules/claim-account.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { AuthError } from '../../errors/endings.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Intent } from '../../ledger/record.ts';

/**
 * The key of a claim ended before its submit was taken up. No job known here shows whether the next key is of that account. The service
 * has refused every attempt, so the claim is over. The submit may be claimed anew, for the account of the next key.
 */
export class UnprovenKeyError extends AuthError {
  /** The account of the next key. */
  readonly claimant: ClaimAccount;

  constructor(account: Account, claimant: ClaimAccount) {
    super({
      code: 'key_ended',
      message: `the key of ${account.profile} ended before this submit was taken up`,
      why: 'No job known here shows whether the next key is of the same account.',
      hint: 'run it again',
    });
    this.claimant = claimant;
  }
}

/** Tells whether an account may claim new submits. */
export interface ClaimPermission {
  /** The error of each new claim: a program printed a key that is not shown to be of the account. Undefined if it may claim. */
  claimError?: CliError | undefined;
}

/** So many keys of a submit may end before the service takes it up. It may accept each one for looks, and none for submits. */
const endedKeysMost = 3;

/**
 * Submits an intent by `submit`. If its key ended before the service took it up, and nothing shows whose the next key is, the claim is
 * over by now. Another one is made for the account of the next key.
 *
 * Throws `claimError` for what is not claimed yet, and what `submit` throws.
 */
export async function claimForEachKey<Submitted>(
  wanted: Intent,
  { claimError, ledger }: ClaimPermission & { ledger: Pick<Ledger, 'findClaim'> },
  submit: (intent: Intent) => Promise<Submitted>,
): Promise<Submitted> {
  // A claim that is there has its job, or is open and goes by a proof of its own.
  if (claimError !== undefined && (await ledger.findClaim(wanted)) === undefined) throw claimError;
  let claimed = wanted;
  for (let endedKeys = 0; ; endedKeys += 1) {
    try {
      return await submit(claimed);
    } catch (error) {
      if (!(error instanceof UnprovenKeyError) || endedKeys === endedKeysMost) throw error;
      claimed = { ...claimed, ...error.claimant };
    }
  }
}
