import { genctl } from '../../errors/hint.ts';
import { type JobDocument, jobDocumentJson, jobsDocumentJson } from '../../ledger/job-document.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { jobDocuments } from '../../ledger/record-document.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import { carriesContentCredentials } from '../../media/content-credentials.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { showFiles } from '../../outputs/show-files.ts';
import type { LookupFlags } from '../../request/route-flags.ts';
import { findJobs } from '../find-jobs.ts';
import { isGoingOn, lookAtJobs } from '../look-at-jobs.ts';
import { renderJobDetails } from '../words/job.ts';

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
  if (shown.length > 0 || failure === undefined) await print(context, shown, { isOne: ids.length === 1 });
  if (preview && shown.length > 0) await showFiles(context, shown, { preview, open: false });
  if (failure !== undefined) throw failure;
}

async function print(
  context: OutputMeans,
  records: readonly JobRecord[],
  { isOne }: { isOne: boolean },
): Promise<void> {
  const { clock, globals, terminal } = context;
  const { out } = terminal;
  if (globals.quiet && !globals.json) {
    out.lines(records.map(({ id }) => id));
    return;
  }
  const documents = (await jobDocuments(context, records)).map(withCredentials);
  const [only] = documents;
  if (globals.json) {
    out.write(isOne && only !== undefined ? jobDocumentJson(only, out) : jobsDocumentJson(documents, out));
    return;
  }
  await shortenIds(
    context,
    documents.flatMap(({ draft_of: draft, finals, id }) => [
      id,
      ...(draft === null ? [] : [draft]),
      ...(finals ?? []),
    ]),
  );
  const nowMs = clock.nowMs();
  out.lines(
    documents.flatMap((document, place) => [
      ...(place === 0 ? [] : ['']),
      ...renderJobDetails(document, out, nowMs),
    ]),
  );
}

/** A job with what its files carry. */
function withCredentials(document: JobDocument): JobDocument {
  const outputs = document.outputs?.map((output) => ({
    ...output,
    content_credentials: (output.path === null ? undefined : carriesContentCredentials(output.path)) ?? null,
  }));
  return { ...document, outputs: outputs ?? null };
}
