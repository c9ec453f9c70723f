import { type JournalHeader, type JournalOwner, otherAccount } from './journal-header.ts';

/** The relation of a journal's account to the one at hand, as for a claim: see `AccountRelation`. */
type JournalRelation = 'same' | 'rotated' | 'other';

/** Tells how the account of a journal is related to the one at hand, by the headers of its runs. */
export function journalRelation(
  owners: readonly JournalHeader[],
  { account, profile }: Pick<JournalOwner, 'account' | 'profile'>,
): JournalRelation {
  if (owners.some((owner) => owner.account === account)) return 'same';
  const isOfProfile = profile !== undefined && owners.some((owner) => owner.profile === profile);
  return isOfProfile ? 'rotated' : 'other';
}

interface JournalProof {
  owners: readonly JournalHeader[];
  /** The newest job that the journal names. */
  newestJob: string | undefined;
  /** See `JournalPlace`; undefined if the journal is only looked into, so that nothing is sent by it. */
  sees: ((jobId: string) => Promise<boolean>) | undefined;
}

/**
 * Makes sure that a journal is of the account at hand, as claims are judged. Another key of the same profile has to see a job of the
 * journal first. If it names none, the ledger of the home that wrote all of it judges each submit that is open. No other home can.
 *
 * @throws UsageError for the journal of another account; what the look throws.
 */
export async function assertOwnAccount(
  path: string,
  owner: JournalOwner,
  { newestJob, owners, sees }: JournalProof,
): Promise<void> {
  const relation = journalRelation(owners, owner);
  if (relation === 'same') return;
  if (relation === 'other') throw otherAccount(path);
  if (sees === undefined) return;
  if (newestJob !== undefined) {
    if (await sees(newestJob)) return;
    throw otherAccount(path, newestJob);
  }
  const isOfHome = owner.home !== undefined && owners.every(({ home }) => home === owner.home);
  if (!isOfHome) throw otherAccount(path);
}
