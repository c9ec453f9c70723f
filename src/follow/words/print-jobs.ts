import {
  beginJobsDocument,
  type JobDocument,
  type JobsBesides,
  jobDocumentJson,
} from '../../ledger/job-document.ts';
import { warnOfMissingOnce } from '../../ledger/missing-outputs.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { jobDocuments } from '../../ledger/record-document.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import type { FilePlan } from '../../outputs/journey.ts';
import { isInPlace, shownPath } from '../../outputs/names/shown-path.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { alignRows } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';
import type { JobColumnName } from './job-column-names.ts';
import type { Teller, TellingPlan } from './tell-jobs.ts';

/**
 * The shape of a command's document: one job or a list. A command that takes several ids always has a list. `takes` is a list of jobs whose
 * ids were printed one by one as they were submitted.
 */
export type JobsShape = 'one' | 'many' | 'takes';

/** Renders a job for a person. `nowMs` is the wall clock. */
type Render = (job: JobDocument, look: Look, nowMs: number) => string[];

/** How jobs are printed; for a person as rows unless something else is said. */
interface Printing {
  /** Says where files were asked for: the paths are the answer. */
  downloaded?: Pick<FilePlan, 'dir'> | undefined;
  /** Tells each job once in their place. */
  teller?: Teller | undefined;
  /** The chosen columns; the usual ones where none were chosen. */
  columns?: readonly JobColumnName[] | undefined;
  /** Adds to a document, and renders it for a person, who gets each job by itself. */
  details?: { complete(job: JobDocument): JobDocument; render: Render } | undefined;
}

/** Loads what shows jobs to a person, before the service is asked: then what it says of them can be told. */
export async function loadLayouts({
  globals,
  terminal,
}: Pick<OutputMeans, 'globals' | 'terminal'>): Promise<void> {
  if (globals.json || globals.quiet) return;
  await import('./job-table.ts');
  if (terminal.out.isTerminal) await import('./job.ts');
}

/** Prints jobs as the flags ask: as a document, as bare ids or paths, or for a person. */
export async function printJobs(
  context: OutputMeans,
  records: readonly JobRecord[],
  shape: JobsShape,
  how: Printing = {},
): Promise<void> {
  const { clock, globals, terminal } = context;
  const { out } = terminal;
  const { details, downloaded } = how;
  warnOfMissingOnce(context, records);
  const events = context.events();
  if (events !== undefined) return events.jobs(await jobDocuments(context, records));
  const isAlone = shape === 'many' && records.length === 1 && out.isTerminal;
  const isRendered = isAlone && downloaded === undefined && how.teller === undefined && !globals.quiet;
  const render = details?.render ?? (isRendered ? (await import('./job.ts')).renderJob : undefined);
  const [only] = records;
  if (globals.json && shape === 'one' && only !== undefined) {
    const [document] = await documentsOf(context, [only], how);
    if (document !== undefined) out.write(jobDocumentJson(document, out, { warnings: context.warnings() }));
  } else if (render !== undefined && !globals.json && !globals.quiet) {
    const documents = await documentsOf(context, records, how);
    await shortenIds(
      context,
      documents.flatMap(({ draft_of, finals, id }) => [id, draft_of ?? [], finals ?? []].flat()),
    );
    const lines = documents.map((document) => render(document, out, clock.nowMs()));
    out.lines(lines.flatMap((own, place) => (place === 0 ? own : ['', ...own])));
  } else if (globals.json || shape === 'many' || downloaded !== undefined || details !== undefined) {
    const answer = openAnswer(context, how);
    await answer.tell(records);
    answer.end({ warnings: context.warnings() });
  }
}

async function documentsOf(
  context: OutputMeans,
  records: readonly JobRecord[],
  { details }: Printing,
): Promise<JobDocument[]> {
  const documents = await jobDocuments(context, records);
  return details === undefined ? documents : documents.map(details.complete);
}

/** The jobs of an answer, printed in pieces, so that any number of them fits into memory. */
export function openAnswer(context: OutputMeans, how: Printing) {
  const { around, globals, terminal } = context;
  const { out } = terminal;
  const { columns, downloaded, teller } = how;
  const document = globals.json ? beginJobsDocument(out) : undefined;
  return {
    async tell(records: readonly JobRecord[]): Promise<void> {
      const ids = records.map(({ id }) => id);
      if (document !== undefined) out.write(document.items(await documentsOf(context, records, how)));
      else if (teller !== undefined) {
        await shortenIds(context, ids);
        for (const record of records) teller.tell(record);
      } else if (downloaded !== undefined) {
        const place = { dir: downloaded.dir, workingFolder: around.workingFolder };
        const outputs = (await jobDocuments(context, records)).flatMap((job) => job.outputs ?? []);
        // An earlier copy elsewhere is no answer where the download failed.
        const paths = outputs.flatMap(({ path }) => (path !== null && isInPlace(path, place) ? [path] : []));
        out.values(paths.map((path) => printedPath(context, path, downloaded)));
      } else if (globals.quiet) out.lines(ids);
      else await printJobTable(context, records, columns);
    },
    end(besides?: JobsBesides): void {
      if (document !== undefined) out.write(document.end(besides));
    },
  };
}

/** A path as stdout has it: as it was asked for where a person reads it, absolute for a program. */
export function printedPath(
  { around, globals, terminal }: OutputMeans,
  path: string,
  { dir }: Pick<FilePlan, 'dir'>,
): string {
  const isForPerson = terminal.out.isTerminal && !globals.quiet;
  return isForPerson ? shownPath(path, { dir, workingFolder: around.workingFolder }) : path;
}

/** Prints jobs as rows, with the usual columns unless some were chosen; the prompt of a final is its draft's. */
async function printJobTable(
  context: OutputMeans,
  records: readonly JobRecord[],
  columns?: readonly JobColumnName[],
): Promise<void> {
  const { clock, terminal } = context;
  const { renderJobTable, tellLeftOut } = await import('./job-table.ts');
  const documents = await jobDocuments(context, records);
  await shortenIds(
    context,
    records.map(({ id }) => id),
  );
  terminal.out.lines(renderJobTable(documents, terminal.out, clock.nowMs(), columns));
  if (columns !== undefined) tellLeftOut(context, documents, columns);
}

/** Shows on a terminal which commands continue after a submit. */
export function tellNextSteps(
  { globals, onward, terminal }: OutputMeans,
  records: readonly JobRecord[],
): void {
  if (globals.quiet || !terminal.err.isTerminal) return;
  const ids = records.map(({ id }) => id);
  const steps = {
    wait: onward.line(ids, 'wait', { more: ['--download'] }),
    status: onward.line(ids, 'status'),
    cancel: records.every(({ route }) => requestRoutes[route].canCancel)
      ? onward.line(ids, 'cancel')
      : undefined,
  };
  terminal.err.lines(renderNextSteps(steps, ids.length, terminal.err));
}

/** The command lines that continue after a submit; `cancel` is undefined on v1, which has no cancel route. */
interface NextSteps {
  wait: string;
  status: string;
  cancel: string | undefined;
}

/** Shows a person what to do after a submit: commands that work as they are. */
export function renderNextSteps({ cancel, status, wait }: NextSteps, jobs: number, look: Look): string[] {
  const { colors } = look;
  const steps: [command: string, says: string][] = [
    [wait, `stay, and get the ${jobs === 1 ? 'file' : 'files'}`],
    [status, 'look once'],
    ...(cancel === undefined ? [] : [[cancel, 'stop it, uncharged'] satisfies [string, string]]),
  ];
  return alignRows(
    steps.map(([command, says]) => [
      { text: look.ids.within(command), paint: colors.accent },
      { text: says, paint: colors.dim },
    ]),
    look,
    2,
  );
}

/**
 * The teller for the jobs of this run; undefined where the answer is printed at the end: for a program, or on a terminal that shows one of
 * the two streams alone.
 */
export async function tellerFor(context: OutputMeans, plan: TellingPlan): Promise<Teller | undefined> {
  if (!isToldOnce(context)) return undefined;
  const { createTeller } = await import('./tell-jobs.ts');
  return createTeller(context, plan);
}

/** Tells whether each job is told once, as it is through. */
export function isToldOnce({ events, terminal }: Pick<OutputMeans, 'events' | 'terminal'>): boolean {
  return terminal.showsBoth && events() === undefined;
}
