import type { LogReader } from '../../files/append-log.ts';
import { type HashSet, idHash } from '../../text/id-hash.ts';
import { journalLines } from './read-journal.ts';

/** The request that made a job, by the name of its shot and its key. */
export interface JobOwner {
  shot: string;
  key: string;
}

/** A file of a journal, and the ids of all its jobs. Without a log there is none yet. */
interface JobsFile {
  path: string;
  jobIds: HashSet;
  log: LogReader | undefined;
}

/**
 * Finds the first request that the files of a journal have a job of; undefined if none has. Only a file that has the id is read, from its
 * beginning. Throws UsageError for a line that can't be read.
 */
export async function ownerOfJob(files: readonly JobsFile[], jobId: string): Promise<JobOwner | undefined> {
  for (const { jobIds, log, path } of files) {
    if (log === undefined || !jobIds.has(idHash(jobId))) continue;
    for await (const { event } of journalLines(log, path))
      if (event?.event === 'job' && event.job === jobId) return { shot: event.shot, key: event.key };
  }
  return undefined;
}
