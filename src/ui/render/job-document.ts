import type { RequestRoute } from '../../contract/request-route.ts';
import { escapeJsonControls } from '../../rules/safe-text.ts';

/** An output of a job, as `--json` prints it. The last four fields are set once it was downloaded. */
export interface OutputDocument {
  url: string;
  type: string | null;
  content_type: string | null;
  /** ISO 8601. */
  expires_at: string | null;
  /** Absolute. */
  path: string | null;
  bytes: number | null;
  sha256: string | null;
  /** Absolute paths of earlier downloads. */
  copies: readonly string[] | null;
}

/** Why a job failed; `provider_code` is the generator's own word, on v1 only. */
export interface JobErrorDocument {
  code: string | null;
  message: string | null;
  provider_code: string | null;
}

/** A job as `--json` prints it: a contract with scripts. Fields are only ever added; absent values are null. */
export interface JobDocument {
  id: string;
  /** The route it was submitted by: jobs (v2), tasks, images, spicy or refs. */
  route: RequestRoute;
  profile: string | null;
  model: string | null;
  status: string;
  media: string | null;
  /** Times are ISO 8601. */
  created_at: string | null;
  completed_at: string | null;
  deadline_at: string | null;
  retention_until: string | null;
  /** Unit: s. */
  retry_after: number | null;
  cost_usd: number | null;
  outputs: readonly OutputDocument[] | null;
  error: JobErrorDocument | null;
  /** The same as in `error`. */
  provider_code: string | null;
  /** Only on v2, because v1 sends no key. */
  idempotency_key: string | null;
  once: string | null;
  /** Counted from 1. */
  attempt: number | null;
  /** On a final: the id of its draft. */
  draft_of: string | null;
  /** On a draft: the ids of its finals. */
  finals: readonly string[] | null;
  replayed: boolean;
  /** The body that was sent, as parsed JSON. */
  request: unknown;
  /** The whole body of a v1 poll. */
  raw: unknown;
  /** Not printed as JSON: the request as a person sees it, a final with its draft's words. `request` unless given. */
  rendered?: unknown;
}

const jobFields = [
  'id',
  'route',
  'profile',
  'model',
  'status',
  'media',
  'created_at',
  'completed_at',
  'deadline_at',
  'retention_until',
  'retry_after',
  'cost_usd',
  'outputs',
  'error',
  'provider_code',
  'idempotency_key',
  'once',
  'attempt',
  'draft_of',
  'finals',
  'replayed',
  'request',
  'raw',
] as const satisfies readonly Exclude<keyof JobDocument, 'rendered'>[];

const outputFields = [
  'url',
  'type',
  'content_type',
  'expires_at',
  'path',
  'bytes',
  'sha256',
  'copies',
] as const satisfies readonly (keyof OutputDocument)[];

/** The layout of a document: indented for a person, on one line for a program. */
export interface JsonLayout {
  isTerminal: boolean;
}

export function jobDocumentJson(job: JobDocument, layout: JsonLayout): string {
  return documentJson('genctl.job/v1', orderedJob(job), layout);
}

export function jobsDocumentJson(jobs: readonly JobDocument[], layout: JsonLayout): string {
  const document = beginJobsDocument(layout);
  return `${document.items(jobs)}${document.end()}`;
}

/** A list of jobs that is printed in pieces, so that any number of them fits into memory. */
export interface JobsDocument {
  /** The text of the next jobs. */
  items(jobs: readonly JobDocument[]): string;
  /** The text that ends the document. */
  end(): string;
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
      jobs.map((job) => `${lead()}${jsonText(orderedJob(job), isTerminal).replaceAll('\n', inner)}`).join(''),
    end: () => (count === 0 ? `${head}]${line}}\n` : `${line}${step}]${line}}\n`),
  };
}

/** A job with its fields in the published order. */
export function orderedJob(job: JobDocument): { id: string; status: string; [field: string]: unknown } {
  const { id, status } = job;
  const ordered = Object.fromEntries(jobFields.map((name) => [name, job[name] ?? null]));
  const outputs =
    job.outputs?.map((output) =>
      Object.fromEntries(outputFields.map((name) => [name, output[name] ?? null])),
    ) ?? null;
  return { ...ordered, id, status, outputs };
}

/** Any document of the contract: `schema`, then its fields, and a newline. Control characters are escaped. */
export function documentJson(schema: string, fields: Record<string, unknown>, layout: JsonLayout): string {
  return `${jsonText({ schema, ...fields }, layout.isTerminal)}\n`;
}

function jsonText(value: unknown, isTerminal: boolean): string {
  return escapeJsonControls(JSON.stringify(value, undefined, isTerminal ? 2 : undefined));
}
