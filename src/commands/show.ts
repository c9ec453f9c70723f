import { carriesContentCredentials } from '../references/content-credentials.ts';
import { isOver } from '../rules/lifecycle.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import { renderJobDetails } from '../ui/render/job.ts';
import { type JobDocument, jobDocumentJson } from '../ui/render/job-document.ts';
import type { CommandContext } from './context/context.ts';
import { lookAtJobs } from './context/look-at-jobs.ts';
import { shortenIds } from './context/shorten-ids.ts';
import { showFiles } from './journey/files/show-files.ts';
import { findJob } from './journey/find-jobs.ts';
import { jobDocumentOf } from './journey/job-document.ts';
import { showFlags } from './journey/journey-flags.ts';
import { renderedOf } from './journey/rendered-requests.ts';
import { defineCommand } from './line/define-command.ts';
import { readId } from './line/id-words.ts';
import { lookupFlags } from './request/route-flags.ts';

export const showCommand = defineCommand({
  describe:
    'Show all that is known of one job: its request, state, charge and files. Asks the service only for a job that is not over yet.',
  arguments: [
    {
      name: 'id',
      says: 'a job, or one of its files; - reads its id from stdin',
      required: true,
      completes: 'job',
    },
  ],
  flags: { preview: showFlags.preview, ...lookupFlags },
  examples: ['genctl show @last', 'genctl show @last --json'],
  parse: ({ flags, ...words }) => ({ id: readId('show', words) ?? '', flags }),
  async run(context, { id, flags }) {
    const found = await findJob(context, id, flags);
    const { records, ...looked } = await lookAtJobs(
      context,
      isOver(found.job) ? [] : [found],
      'genctl show ID',
    );
    const [record] = isOver(found.job) ? [found] : records;
    if (record !== undefined) await print(context, record, flags.preview);
    const failure = looked.failure();
    if (failure !== undefined) throw failure;
  },
});

async function print(context: CommandContext, record: JobRecord, preview: boolean): Promise<void> {
  const { clock, globals, terminal } = context;
  const { out } = terminal;
  if (globals.json) out.write(jobDocumentJson(await lookedThrough(context, record), out));
  else if (globals.quiet) out.lines([record.id]);
  else {
    const document = await lookedThrough(context, record);
    const { draft_of: draft, finals } = document;
    await shortenIds(context, [record.id, ...(draft === null ? [] : [draft]), ...(finals ?? [])]);
    out.lines(renderJobDetails(document, out, clock.nowMs()));
  }
  if (preview) await showFiles(context, [record], { preview, open: false });
}

/** All that is known of a job, and what its files carry. */
async function lookedThrough(context: CommandContext, record: JobRecord): Promise<JobDocument> {
  const document = jobDocumentOf(record, await renderedOf(context, record));
  const outputs = document.outputs?.map((output) => ({
    ...output,
    content_credentials: (output.path === null ? undefined : carriesContentCredentials(output.path)) ?? null,
  }));
  return { ...document, outputs: outputs ?? null };
}
