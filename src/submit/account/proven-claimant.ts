import type { Account } from '../../account/account.ts';
import type { AccountMeans } from '../../account/accounts.ts';
import type { AccountKey } from '../../account/keys/account-key.ts';
import { otherAccountKey } from '../../account/keys/other-account-key.ts';
import { accountRelation, type ClaimAccount } from '../../account/rules/claim-account.ts';
import { CliError } from '../../errors/cli-error.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { type KeySight, madeAt, type SightPorts, sightError, sightOf } from './key-sight.ts';
import { jobsToLookAt, knownJobsOf } from './same-account.ts';

interface ProofPorts extends SightPorts {
  account: Account;
  key: AccountKey;
  claimantOf: AccountMeans['claimantOf'];
  ledger: Pick<Ledger, 'list'>;
}

/** The claimant of an account, and the key that it claims with. */
export interface ProvenClaimant {
  claimant: ClaimAccount;
  claimedKey: string;
  /** The error of each new claim: the key is of another account, or that could not be found out. Undefined if it may claim. */
  claimError?: CliError | undefined;
}

/**
 * The claimant of an account whose program prints another key each time. If the key sees the newest job of the profile, it claims under
 * the fingerprint of that job. So all its jobs are known of one account, and the next key can be proven by any of them. If it does not see
 * a job that the service has to know, it is of another account, and may claim nothing. With no such job it claims under its own fingerprint.
 */
export async function provenClaimant(ports: ProofPorts): Promise<ProvenClaimant> {
  const { account, claimantOf, key } = ports;
  for (;;) {
    const claimedKey = key.current();
    const claimant = await claimantOf(account, claimedKey);
    const proof = await proofOf(claimant, ports);
    // A key that ended during the look was not the one that saw the job.
    if (claimedKey !== key.current()) continue;
    return { claimedKey, claimant: { ...claimant, account: proof.account }, claimError: proof.claimError };
  }
}

type Proof = Pick<ClaimAccount, 'account'> & Pick<ProvenClaimant, 'claimError'>;

async function proofOf(claimant: ClaimAccount, ports: ProofPorts): Promise<Proof> {
  const { account } = ports;
  try {
    const { madeBy, sight } = await sightOfProfile(claimant, ports);
    if (sight.kind !== 'unseen') return { account: sight.kind === 'seen' ? madeBy : claimant.account };
    const { job } = sight;
    const claimError = otherAccountKey(account, { id: job.id, madeAt: madeAt(job) }, 'first submit');
    return { account: claimant.account, claimError };
  } catch (error) {
    const claimError = sightError(account, error);
    if (!(claimError instanceof CliError) || claimError instanceof InterruptedError) throw error;
    return { account: claimant.account, claimError };
  }
}

/** The sight of a key at the jobs of its profile, and the account of the newest one. Nothing is looked at if this very key made that. */
export async function sightOfProfile(
  claimant: ClaimAccount,
  ports: SightPorts & Pick<ProofPorts, 'ledger'>,
): Promise<{ sight: KeySight; madeBy: ClaimAccount['account'] }> {
  const known = await newestOfProfile(claimant, ports.ledger);
  const madeBy = known?.intent?.account;
  if (known === undefined) return { sight: { kind: 'untold' }, madeBy };
  if (madeBy === claimant.account) return { sight: { kind: 'seen' }, madeBy };
  return { sight: await sightOf(withOlder(known, ports.ledger), ports), madeBy };
}

/** The newest job that a key of the profile itself made, this one or another. */
async function newestOfProfile(
  claimant: ClaimAccount,
  ledger: Pick<Ledger, 'list'>,
): Promise<JobRecord | undefined> {
  const [newest] = await jobsToLookAt(ledger, claimant.base_url, {
    limit: 1,
    where: ({ account, profile }) => account !== null && profile === claimant.profile,
    matches: ({ intent }) =>
      intent !== null && ['same', 'rotated'].includes(accountRelation(intent, claimant)),
  });
  return newest;
}

/** A job, and then older ones of its account, which are read only if they are needed. */
async function* withOlder(known: JobRecord, ledger: Pick<Ledger, 'list'>): AsyncGenerator<JobRecord> {
  yield known;
  for (const job of await knownJobsOf([known.intent?.account], known.base_url, ledger))
    if (job.id !== known.id) yield job;
}
