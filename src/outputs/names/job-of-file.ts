import { resolve } from 'node:path';
import type { Ledger } from '../../ledger/ledger.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { ownText } from '../../text/json-object.ts';
import { sidecarFieldsAt, sidecarPath } from '../read-sidecar.ts';
import { isObjectUri } from '../rules/place-address.ts';

/**
 * The job of the ledger that made a file: by the sidecar beside it, else by where files were put, of which the newest counts.
 * Undefined for a word that is no path, and for a file that this machine knows no job of.
 */
export async function jobOfFile(
  ledger: Pick<Ledger, 'find' | 'records'>,
  word: string,
  workingFolder: string,
): Promise<JobRecord | undefined> {
  if (isObjectUri(word)) return jobThatPut(ledger, word);
  const beside = sidecarPath(word, workingFolder);
  if (beside === undefined) return undefined;
  const jobId = ownText(sidecarFieldsAt(beside), 'job_id');
  const named = jobId === undefined ? undefined : await ledger.find(jobId);
  return named ?? jobThatPut(ledger, resolve(workingFolder, word));
}

async function jobThatPut(ledger: Pick<Ledger, 'records'>, path: string): Promise<JobRecord | undefined> {
  for await (const record of ledger.records({}))
    if (record.files.some((file) => file.path === path)) return record;
  return undefined;
}
