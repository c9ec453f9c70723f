import { homePlaces } from '../../account/home.ts';
import { inspectLedger } from '../../ledger/records/health.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { counted } from '../../text/shown-value.ts';

/** The lines for a home whose records of jobs are all damaged; undefined where there are none. They must not pass for no jobs. */
export async function damagedJobsLines({
  clock,
  home,
}: Pick<OutputMeans, 'clock' | 'home'>): Promise<string[] | undefined> {
  const { damagedJobs } = await inspectLedger(homePlaces(await home()).ledger, clock.nowMs);
  const jobs = counted(damagedJobs.length, 'job');
  return damagedJobs.length === 0 ? undefined : [`The records of ${jobs} are damaged, and none can be read.`, '  genctl doctor'];
}
