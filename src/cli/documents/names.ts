/** Facts of a document beside its fields. */
interface DocumentFacts {
  /** The commands that print it, as a line names them. */
  by: readonly string[];
  /** Its place, if that is not just these commands. */
  where?: string;
  says: string;
}

const preparing = ['submit', 'draft', 'finalize', 'refs', 'rerun'] as const;

/** Every shape that genctl prints or writes for programs, by its name, and where it is found. Fields are only ever added. */
const documents = {
  'genctl.job/v1': { by: ['submit', 'finalize', 'refs', 'rerun', 'show'], says: 'one job' },
  'genctl.jobs/v1': {
    by: [
      'draft',
      'status',
      'wait',
      'cancel',
      'download',
      'jobs',
      'submit',
      'finalize',
      'refs',
      'rerun',
      'show',
      'recover',
      'sync',
    ],
    where: 'draft, status, wait, cancel, download, jobs',
    says: 'items, one id or many; jobs: sandbox_apart, unsettled; recover: open_submits',
  },
  'genctl.models/v1': { by: ['models'], says: 'items' },
  'genctl.uploads/v1': { by: ['upload'], says: 'items (path url content_type bytes sha256 link)' },
  'genctl.costs/v1': {
    by: ['costs'],
    says: 'items (day, model, profile, batch or tag; jobs charged unknown cost_usd), total_usd, sandbox_usd, unsettled',
  },
  'genctl.gallery/v1': {
    by: ['gallery'],
    says: 'path of the page, left_out, items: a file each, with what a tick asks for',
  },
  'genctl.diff/v1': {
    by: ['show'],
    where: 'show --diff',
    says: 'same, fields (name flag before after), before and after (id sidecar model route status cost_usd took_seconds tags)',
  },
  'genctl.sheet/v1': {
    by: ['show'],
    where: 'show --sheet',
    says: 'path, items (job_id path media frames_at)',
  },
  'genctl.batch/v1': {
    by: ['batch'],
    says: 'what its lines were, and what became of them; --dry-run: a reason for each',
  },
  'genctl.report/v1': { by: ['batch'], where: 'batch --report', says: 'a line, NDJSON' },
  'genctl.prune/v1': {
    by: ['jobs prune'],
    says: 'dry_run, before, jobs, bytes freed, items (id profile status recorded_at)',
  },
  'genctl.queue/v1': {
    by: ['queue status', 'queue pause', 'queue resume', 'queue limit', 'queue retry', 'queue drain'],
    where: 'queue',
    says: 'what stands in it, its limit, its workers',
  },
  'genctl.worker/v1': { by: ['worker'], says: 'what became of the lines that it held, once it is stopped' },
  'genctl.doctor/v1': { by: ['doctor'], says: 'items (name, status ok, warn or fail, message, fix)' },
  'genctl.request/v1': {
    by: preparing,
    where: '--dry-run',
    says: 'method, url, headers, body; never the key',
  },
  'genctl.requests/v1': { by: preparing, where: '--dry-run of several', says: 'items, each as above' },
  'genctl.sandbox/v1': {
    by: ['sandbox serve', 'sandbox info', 'sandbox reset'],
    where: 'sandbox serve',
    says: 'base_url, cdn_url, api_key, limits, one line once it listens; sandbox info, reset',
  },
  'genctl.profiles/v1': { by: ['auth list'], says: 'items (name base_url key default)' },
  'genctl.account/v1': { by: ['auth status'], says: 'profile, base_url, key, models, budgets' },
  'genctl.settings/v1': { by: ['config list'], says: 'items (name value origin says)' },
  'genctl.prices/v1': {
    by: ['config prices'],
    says: 'path, created, items (line model tier per sound video usd least_usd), unpriced, warnings (line message)',
  },
  'genctl.setting/v1': {
    by: ['config get', 'config set', 'config unset', 'config path', 'auth set'],
    says: 'name, value',
  },
  'genctl.sidecar/v1': { by: [], where: 'the file beside a download', says: 'what made it and what it cost' },
  'genctl.journal/v1': {
    by: [],
    where: 'a line of the journal of a batch',
    says: 'its header, or what became of a shot',
  },
  'genctl.events/v1': {
    by: ['submit', 'draft', 'finalize', 'refs', 'rerun', 'wait', 'batch', 'worker'],
    where: '--events',
    says: 'a line, NDJSON',
  },
  'genctl.error/v1': { by: [], where: 'a failure', says: 'the one line on stderr' },
  'genctl.help/v1': {
    by: ['help'],
    says: 'command, says, usage, arguments, flags, global_flags, examples, commands, exit_codes, documents, variables',
  },
} as const satisfies Record<string, DocumentFacts>;

export type DocumentName = keyof typeof documents;

/** As {@link DocumentFacts}, by the name of the document. */
export const documentFacts: Readonly<Record<DocumentName, DocumentFacts>> = documents;

/** The place of each document and its parts, in a line. */
export const documentNames = Object.fromEntries(
  Object.entries<DocumentFacts>(documents).map(([name, { by, says, where = by.join(', ') }]) => [
    name,
    `${where}: ${says}`,
  ]),
) as Readonly<Record<DocumentName, string>>;

/** The file of a document's schema in the package's folder `schemas`: `job-v1.json` of `genctl.job/v1`. */
export function schemaFileName(name: DocumentName): string {
  return `${name.slice('genctl.'.length).replace('/', '-')}.json`;
}
