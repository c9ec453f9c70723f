import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePlaces } from '../../account/home.ts';
import { hasInventedPrices, sandboxProfile } from '../../account/profiles.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { objectOf } from '../../text/json-object.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import { type AccountJobs, jobsOfAccountInUse } from './account-in-use.ts';

/** The jobs that one key of a profile made, as far as records tell. */
interface JobGroup extends Pick<JobFacts, 'account' | 'origin' | 'profile'> {
  jobs: number;
}

/** The groups of all jobs, and the state of the ledger in which they were counted. */
interface KeptGroups {
  version: typeof groupsVersion;
  mark: string;
  groups: JobGroup[];
}

/** Version of the rules by which jobs are grouped. Groups of another version are counted anew. */
const groupsVersion = 1;

/**
 * The line about the jobs of other accounts, below a list; undefined if there are none. They are counted from the facts of all jobs, once
 * for each state of the ledger.
 */
export async function otherAccountsLine(
  context: Pick<OutputMeans, 'home' | 'ledger'>,
  accountJobs: AccountJobs,
): Promise<string | undefined> {
  const others = (await jobGroups(context)).filter((group) => !accountJobs.isOwn(group));
  const jobs = others.reduce((sum, group) => sum + group.jobs, 0);
  if (jobs === 0) return undefined;
  if (others.every(hasInventedPrices)) return `${counted(jobs, 'job')} of the sandbox: genctl jobs --sandbox`;
  const accounts = new Set(others.map(nameOfGroup)).size;
  return `${counted(jobs, 'job')} of ${counted(accounts, 'other account')}: genctl jobs --all-accounts`;
}

/** Two keys of one profile at one service count as one account, and all of the sandbox. */
function nameOfGroup({ account, origin, profile }: JobGroup): string {
  if (profile === sandboxProfile.name) return profile;
  return JSON.stringify([origin, profile === 'environment' ? account : profile]);
}

async function jobGroups(context: Pick<OutputMeans, 'home' | 'ledger'>): Promise<readonly JobGroup[]> {
  const ledger = await context.ledger();
  const { cache } = homePlaces(await context.home());
  const path = join(cache, 'jobs-of-accounts.json');
  const mark = await ledger.mark();
  const kept = readGroups(path);
  if (kept?.mark === mark) return kept.groups;
  const groups = new Map<string, JobGroup>();
  await ledger.survey({}, ({ account, origin, profile }) => {
    const key = JSON.stringify([account, origin, profile]);
    const group = groups.get(key) ?? { account, origin, profile, jobs: 0 };
    groups.set(key, group);
    group.jobs += 1;
  });
  const counts = [...groups.values()];
  keepGroups(cache, path, { version: groupsVersion, mark, groups: counts });
  return counts;
}

function readGroups(path: string): KeptGroups | undefined {
  try {
    const kept = tryReadJson(readFileSync(path, 'utf8'));
    return objectOf(kept)?.version === groupsVersion ? (kept as KeptGroups) : undefined;
  } catch {
    // A count that is missing or can't be read is made anew.
    return undefined;
  }
}

function keepGroups(folder: string, path: string, kept: KeptGroups): void {
  try {
    ensurePrivateFolder(folder);
    writeFileAtomic(path, Buffer.from(JSON.stringify(kept)), { durable: false });
  } catch {
    // Without it the jobs are counted again.
  }
}

/** Prints how many of some jobs are of other accounts than the one in use; nothing if the line names an account, or for a program. */
export async function printOthersAmong(
  context: OutputMeans,
  records: readonly Pick<JobRecord, 'base_url' | 'intent' | 'profile'>[],
): Promise<void> {
  const { globals } = context;
  if (globals.json || globals.quiet) return;
  const ofAccount = await jobsOfAccountInUse(context);
  if (ofAccount === undefined || ofAccount.isNamed) return;
  const others = records.filter((record) => !ofAccount.isOwnRecord(record));
  printOthers(
    context,
    others.map(({ profile }) => profile),
    records.length,
  );
}

/** Prints that jobs of these profiles are of other accounts: `3 of 7 jobs are of other accounts: studio 2, sandbox 1`. */
export function printOthers(
  { terminal }: Pick<OutputMeans, 'terminal'>,
  profiles: readonly string[],
  jobs: number,
): void {
  if (profiles.length === 0) return;
  const of = `${profiles.length} of ${counted(jobs, 'job')}`;
  const verb = profiles.length === 1 ? 'is' : 'are';
  terminal.err.lines([`${of} ${verb} of other accounts: ${profileCounts(profiles)}`]);
}

/** The number of jobs of each profile, the most first: `studio 2, sandbox 1`. */
export function profileCounts(profiles: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const profile of profiles) counts.set(profile, (counts.get(profile) ?? 0) + 1);
  const inOrder = [...counts].sort(
    ([name, count], [otherName, other]) => other - count || (name < otherName ? -1 : 1),
  );
  return inOrder.map(([profile, count]) => `${safeLine(profile)} ${count}`).join(', ');
}
