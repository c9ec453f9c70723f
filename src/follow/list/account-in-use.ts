import { namedByFlags } from '../../account/account.ts';
import type { AccountMeans } from '../../account/accounts.ts';
import { homePlaces } from '../../account/home.ts';
import { fingerprintAtHand } from '../../account/keys/account-fingerprint.ts';
import { hasInventedPrices, profileNames } from '../../account/profiles.ts';
import { accountRelation, type ClaimAccount } from '../../account/rules/claim-account.ts';
import { longName, switchFlag } from '../../cli/flag.ts';
import { unlessCliError } from '../../errors/cli-error.ts';
import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import { serviceOrigin } from '../../text/base-url.ts';

/** The facts that tell whose a job is. */
type JobAccount = Pick<JobFacts, 'account' | 'origin' | 'profile'>;

/** Tells which jobs and submits are of one account. */
export interface AccountJobs {
  /** The profile of the account. */
  profile: string;
  /** True if the line named the account. */
  isNamed: boolean;
  /** Tells by its facts whether a job is of the account. No record is read, and no program is asked for a key. */
  isOwn(job: JobAccount): boolean;
  /** Tells the same by the record, which says more: under a profile's name a variable may have given another key. */
  isOwnRecord(record: Pick<JobRecord, 'base_url' | 'intent' | 'profile'>): boolean;
  isOwnIntent(intent: Intent): boolean;
}

/** The flag of a list that has the jobs of all accounts. */
export const allAccountsFlag = switchFlag(
  '--all-accounts',
  'list the jobs of all accounts, each with its profile',
);

/**
 * The account whose jobs `jobs` lists, as {@link jobsOfAccountInUse}; undefined with `--all-accounts`.
 */
export async function listedAccount(context: AccountJobsMeans): Promise<AccountJobs | undefined> {
  const isForAll = context.around.argv.includes(longName(allAccountsFlag.syntax));
  return isForAll ? undefined : jobsOfAccountInUse(context);
}

type AccountJobsMeans = Pick<AccountMeans, 'account' | 'around' | 'globals' | 'home' | 'settings'>;

/**
 * The jobs of the account that a line names, or else of the one in use; undefined if there is none, so that all jobs are meant. A name
 * without a profile means the jobs that carry it.
 */
export async function jobsOfAccountInUse(context: AccountJobsMeans): Promise<AccountJobs | undefined> {
  const named = namedByFlags(context.globals);
  const account = await unlessCliError(() => context.account());
  if (account === undefined) return named === undefined ? undefined : jobsOfName(named);
  const stored = new Set(profileNames(await context.settings()));
  const { ledger } = homePlaces(await context.home());
  let reckoned: { fingerprint: string | undefined } | undefined;
  const fingerprint = (): string | undefined => {
    reckoned ??= { fingerprint: fingerprintAtHand(account, ledger, context.around.environment) };
    return reckoned.fingerprint;
  };
  const current: ClaimAccount = {
    profile: account.profile,
    base_url: account.baseUrl,
    key_source: account.keySource,
  };
  const isOwnClaim = (claim: ClaimAccount): boolean => {
    if (claim.profile === named || (hasInventedPrices(claim) && hasInventedPrices(current))) return true;
    if (serviceOrigin(claim.base_url) !== serviceOrigin(account.baseUrl)) return false;
    // Most jobs are known by their profile, and then no fingerprint is reckoned.
    const early = accountRelation(claim, current);
    const relation =
      early === 'untold' && claim.account !== undefined
        ? accountRelation(claim, { ...current, account: fingerprint() })
        : early;
    if (relation !== 'untold') return relation !== 'other';
    // A record from before fingerprints has a name alone, which may be gone by now.
    return claim.profile === current.profile || !stored.has(claim.profile);
  };
  const isOwnRecord: AccountJobs['isOwnRecord'] = ({ base_url, intent, profile }) =>
    isOwnClaim({ profile, base_url, account: intent?.account, key_source: intent?.key_source });
  return {
    profile: account.profile,
    isNamed: named !== undefined,
    isOwn: ({ account, origin, profile }) =>
      isOwnClaim({ profile, base_url: origin, account: account ?? undefined, key_source: 'stored' }),
    isOwnRecord,
    isOwnIntent: (intent) => isOwnRecord({ base_url: intent.base_url, profile: intent.profile, intent }),
  };
}

function jobsOfName(name: string): AccountJobs {
  const isOfName = ({ profile }: { profile: string }): boolean => profile === name;
  return { profile: name, isNamed: true, isOwn: isOfName, isOwnRecord: isOfName, isOwnIntent: isOfName };
}
