import { genctl } from '../../errors/hint.ts';
import type { JobDocument } from '../../ledger/job-document.ts';
import { carriesContentCredentials } from '../../media/content-credentials.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { showFiles } from '../../outputs/show-files.ts';
import type { LookupFlags } from '../../request/route-flags.ts';
import { findJobs } from '../find-jobs.ts';
import { isGoingOn, lookAtJobs } from '../look-at-jobs.ts';
import { renderJobDetails } from '../words/job.ts';
import { printJobs } from '../words/print-jobs.ts';

interface DetailsInput {
  ids: readonly string[];
  preview: boolean;
  lookup: LookupFlags;
}

/** Shows all that is known of jobs, after a look at those that are not over. Throws CliError for those that can't be looked at. */
export async function showDetails(
  context: OutputMeans,
  { ids, lookup, preview }: DetailsInput,
): Promise<void> {
  const found = await findJobs(context, ids, lookup);
  const looked = await lookAtJobs(context, found, genctl`show ID`, isGoingOn);
  const shown = looked.records;
  const failure = looked.failure();
  const details = { complete: withCredentials, render: renderJobDetails };
  if (shown.length > 0 || failure === undefined)
    await printJobs(context, shown, ids.length === 1 ? 'one' : 'many', { details });
  if (preview && shown.length > 0) await showFiles(context, shown, { preview, open: false });
  if (failure !== undefined) throw failure;
}

/** A job with what its files carry. */
function withCredentials(document: JobDocument): JobDocument {
  const outputs = document.outputs?.map((output) => ({
    ...output,
    content_credentials: (output.path === null ? undefined : carriesContentCredentials(output.path)) ?? null,
  }));
  return { ...document, outputs: outputs ?? null };
}
