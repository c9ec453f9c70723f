import { objectOf, ownText } from '../../rules/json/json-object.ts';
import type { QueueConnection } from '../store/connection.ts';

/** Lines that are looked through in one call. */
const perCall = 200;

/**
 * Takes out the lines that no worker holds. One that failed after its job was made stays for its feeder, which would not know of the
 * job otherwise. Resolves with how many it took out.
 */
export async function drainQueue({ queue }: QueueConnection): Promise<number> {
  let taken = await queue.getJobCountByTypes('wait', 'delayed');
  await queue.drain(true);
  let from = 0;
  for (;;) {
    const jobs = await queue.getJobs(['failed'], from, from + perCall - 1, true);
    if (jobs.length === 0) return taken;
    const jobless = jobs.filter((job) => ownText(objectOf(job?.data), 'job') === undefined);
    await Promise.all(jobless.map((job) => queue.remove(job.id ?? '')));
    from += jobs.length - jobless.length;
    taken += jobless.length;
  }
}
