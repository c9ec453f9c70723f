import { homePlaces } from '../../account/home.ts';
import { inspectLedger } from '../../ledger/records/health.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';

/** The lines for a list without a job of the account. Jobs whose records are damaged must not pass for none. */
export async function noJobsLines({
  clock,
  home,
  ledger,
}: Pick<OutputMeans, 'clock' | 'home' | 'ledger'>): Promise<string[]> {
  // The whole ledger is read where no record can be: of the jobs of another account that would take long, and tell nothing.
  if ((await (await ledger()).list({ limit: 1 })).length === 0) {
    const { damagedJobs } = await inspectLedger(homePlaces(await home()).ledger, clock.nowMs);
    if (damagedJobs.length > 0) {
      const records =
        damagedJobs.length === 1 ? 'record of 1 job is' : `records of ${damagedJobs.length} jobs are`;
      return [`No job can be read: the ${records} damaged.`, '  genctl doctor'];
    }
  }
  return ['No jobs yet.', '  genctl submit "a red fox in snow" -m vendor-a/image-1 --sandbox'];
}
