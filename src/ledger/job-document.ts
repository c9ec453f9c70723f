import type { DocumentFields } from '../cli/documents/index.ts';
import type { DocumentName } from '../cli/documents/names.ts';
import { escapeJsonControls } from '../text/safe-text.ts';

type PrintedJob = DocumentFields<'genctl.job/v1'>;

/** An output of a job, as `--json` prints it. Those from `path` on are set once it was downloaded. */
export type OutputDocument = NonNullable<PrintedJob['outputs']>[number];

/** Why a job failed; `provider_code` is the generator's own word, on v1 only. */
export type JobErrorDocument = NonNullable<PrintedJob['error']>;

/** A job as `--json` prints it: a contract with scripts. Fields are only ever added; absent values are null. */
export type JobDocument = PrintedJob & {
  /** Not printed as JSON, where `once` has it: what the job's line is called within its batch. */
  readonly shot?: string | undefined;
};

/** The layout of a document: indented for a person, on one line for a program. */
export interface JsonLayout {
  isTerminal: boolean;
}

export function jobDocumentJson(job: JobDocument, layout: JsonLayout, besides: JobBesides = {}): string {
  return documentJson('genctl.job/v1', { ...printedJob(job), ...besides }, layout);
}

/** Facts printed beside one job. */
export type JobBesides = Pick<PrintedJob, 'warnings'>;

export function jobsDocumentJson(
  jobs: readonly JobDocument[],
  layout: JsonLayout,
  besides: JobsBesides = {},
): string {
  const document = beginJobsDocument(layout);
  return `${document.items(jobs)}${document.end(besides)}`;
}

/** Facts printed beside the jobs of a list. */
export type JobsBesides = Omit<DocumentFields<'genctl.jobs/v1'>, 'items'>;

/** A list of jobs that is printed in pieces, so that any number of them fits into memory. */
export interface JobsDocument {
  /** The text of the next jobs. */
  items(jobs: readonly JobDocument[]): string;
  /** The text that ends the document, with what is told of all of them. */
  end(besides?: JobsBesides): string;
}

export function beginJobsDocument({ isTerminal }: JsonLayout): JobsDocument {
  const [line, space, step] = isTerminal ? ['\n', ' ', '  '] : ['', '', ''];
  const inner = `${line}${step}${step}`;
  const head = `{${line}${step}"schema":${space}"genctl.jobs/v1",${line}${step}"items":${space}[`;
  let count = 0;
  const lead = (): string => {
    count += 1;
    return count === 1 ? `${head}${inner}` : `,${inner}`;
  };
  return {
    items: (jobs) =>
      jobs.map((job) => `${lead()}${jsonText(printedJob(job), isTerminal).replaceAll('\n', inner)}`).join(''),
    end(besides = {}) {
      const close = count === 0 ? `${head}]` : `${line}${step}]`;
      const told = Object.entries(besides).map(
        ([name, value]) => `,${line}${step}"${name}":${space}${JSON.stringify(value)}`,
      );
      return `${close}${told.join('')}${line}}\n`;
    },
  };
}

/** A job without what is not printed. Its fields are in the published order, as `jobDocumentOf` makes them. */
export function printedJob({ shot: _, ...job }: JobDocument): PrintedJob {
  return job;
}

/**
 * Any document of the contract: `schema`, then its fields, and a newline. Control characters are escaped. Its fields are those of
 * its published schema.
 */
export function documentJson<Name extends DocumentName>(
  schema: Name,
  fields: DocumentFields<Name>,
  layout: JsonLayout,
): string {
  return `${jsonText({ schema, ...fields }, layout.isTerminal)}\n`;
}

function jsonText(value: unknown, isTerminal: boolean): string {
  return escapeJsonControls(JSON.stringify(value, undefined, isTerminal ? 2 : undefined));
}
