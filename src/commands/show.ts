import { isOver } from '../rules/lifecycle.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import { renderJobDetails } from '../ui/render/job.ts';
import type { CommandContext } from './context/context.ts';
import { lookAtJobs } from './context/look-at-jobs.ts';
import { shortenIds } from './context/shorten-ids.ts';
import { showFiles } from './journey/files/show-files.ts';
import { findJob } from './journey/find-jobs.ts';
import { jobDocumentOf } from './journey/job-document.ts';
import { showFlags } from './journey/journey-flags.ts';
import { printJobs } from './journey/print-jobs.ts';
import { renderedOf } from './journey/rendered-requests.ts';
import { defineCommand } from './line/define-command.ts';
import { readId } from './line/id-words.ts';
import { lookupFlags } from './request/route-flags.ts';

export const showCommand = defineCommand({
  describe:
    'Show all that is known of one job: its request, state, charge and files. Asks the service only for a job that is not over yet.',
  arguments: [{ name: 'id', says: 'a job; - reads its id from stdin', required: true, completes: 'job' }],
  flags: { preview: showFlags.preview, ...lookupFlags },
  examples: ['genctl show @last', 'genctl show @last --json'],
  parse: ({ flags, ...words }) => ({ id: readId('show', words) ?? '', flags }),
  async run(context, { id, flags }) {
    const found = await findJob(context, id, flags);
    const { failure, records } = await lookAtJobs(context, isOver(found.job) ? [] : [found], 'show');
    const [record] = isOver(found.job) ? [found] : records;
    if (record !== undefined) await print(context, record, flags.preview);
    if (failure !== undefined) throw failure;
  },
});

async function print(context: CommandContext, record: JobRecord, preview: boolean): Promise<void> {
  const { clock, globals, terminal } = context;
  if (globals.json) await printJobs(context, [record], 'one');
  else if (globals.quiet) terminal.out.lines([record.id]);
  else {
    const document = jobDocumentOf(record, await renderedOf(context, record));
    const { draft_of: draft, finals } = document;
    await shortenIds(context, [record.id, ...(draft === null ? [] : [draft]), ...(finals ?? [])]);
    terminal.out.lines(renderJobDetails(document, terminal.out, clock.nowMs()));
  }
  if (preview) await showFiles(context, [record], { preview, open: false });
}
