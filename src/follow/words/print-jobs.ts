import { jobDocumentJson, jobsDocumentJson } from '../../ledger/job-document.ts';
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

/**
 * Prints jobs as the flags ask: as a document, as bare ids or paths, or for a person. With `downloaded`, which says where files
 * were asked for, the paths are the answer.
 */
export async function printJobs(
  context: OutputMeans,
  records: readonly JobRecord[],
  shape: JobsShape,
  { downloaded }: { downloaded?: Pick<FilePlan, 'dir'> | undefined } = {},
): Promise<void> {
  const { clock, globals, terminal } = context;
  const events = context.events();
  const isText = events === undefined && !globals.json && downloaded === undefined;
  // Ids need no documents, which of ten thousand jobs take as much memory as their records.
  if (isText && globals.quiet) {
    if (shape === 'many') terminal.out.lines(records.map(({ id }) => id));
    return;
  }
  const documents = await jobDocuments(context, records);
  if (events !== undefined) return events.jobs(documents);
  const [first] = documents;
  if (globals.json) {
    const besides = { warnings: context.warnings() };
    const text =
      shape === 'one' && first !== undefined
        ? jobDocumentJson(first, terminal.out, besides)
        : jobsDocumentJson(documents, terminal.out, besides);
    terminal.out.write(text);
    return;
  }
  if (downloaded !== undefined) {
    const place = { dir: downloaded.dir, workingFolder: context.around.workingFolder };
    const all = documents.flatMap(({ outputs }) => (outputs ?? []).flatMap(({ path }) => path ?? []));
    // An earlier copy elsewhere is no answer where the download failed.
    const paths = all.filter((path) => isInPlace(path, place));
    terminal.out.values(paths.map((path) => printedPath(context, path, downloaded)));
  } else if (shape === 'many') {
    if (first !== undefined && documents.length === 1 && terminal.out.isTerminal) {
      await shortenIds(context, [first.id]);
      const { renderJob } = await import('./job.ts');
      terminal.out.lines(renderJob(first, terminal.out, clock.nowMs()));
      return;
    }
    await printJobTable(context, records);
  }
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
export async function printJobTable(
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
