import type { Account } from '../../account/account.ts';
import type { AccountMeans } from '../../account/accounts.ts';
import type { AccountKey } from '../../account/keys/account-key.ts';
import { accountRelation, type ClaimAccount } from '../../account/rules/claim-account.ts';
import { unlessCliError } from '../../errors/cli-error.ts';
import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { newestLookedAt } from './same-account.ts';

interface ProofPorts {
  account: Account;
  key: AccountKey;
  claimantOf: AccountMeans['claimantOf'];
  ledger: Pick<Ledger, 'list'>;
  sees(record: JobRecord): Promise<boolean>;
}

/** The claimant of an account, and the key that it claims with. */
interface ProvenClaimant {
  claimant: ClaimAccount;
  claimedKey: string;
}

/**
 * The claimant of an account whose program prints another key each time. If the key sees the newest job of the profile, it claims under
 * the fingerprint of that job. So all its jobs are known of one account, and the next key can be proven by any of them. Without that proof
 * it claims under its own fingerprint.
 */
export async function provenClaimant({
  account,
  claimantOf,
  key,
  ledger,
  sees,
}: ProofPorts): Promise<ProvenClaimant> {
  for (;;) {
    const claimedKey = key.current();
    const claimant = await claimantOf(account, claimedKey);
    const known = await newestRotated(claimant, ledger);
    const isSeen = known !== undefined && (await unlessCliError(() => sees(known))) === true;
    // A key that ended during the look was not the one that saw the job.
    if (claimedKey !== key.current()) continue;
    return { claimedKey, claimant: isSeen ? { ...claimant, account: known.intent?.account } : claimant };
  }
}

/** The newest job of the profile, if another key of that profile made it. */
async function newestRotated(
  claimant: ClaimAccount,
  ledger: Pick<Ledger, 'list'>,
): Promise<JobRecord | undefined> {
  const isOfProfile = ({ account, profile }: JobFacts) => account !== null && profile === claimant.profile;
  const newest = await newestLookedAt(ledger, claimant.base_url, isOfProfile);
  const isRotated = newest?.intent != null && accountRelation(newest.intent, claimant) === 'rotated';
  return isRotated ? newest : undefined;
}
