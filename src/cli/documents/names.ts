/** Every shape that genctl prints or writes for programs, by its name, and where it is found. Fields are only ever added. */
export const documentNames = {
  'genctl.job/v1': 'submit, finalize, refs, rerun, show: one job',
  'genctl.jobs/v1':
    'draft, status, wait, cancel, download, jobs: items, one id or many; jobs: sandbox_apart, unsettled',
  'genctl.models/v1': 'models: items',
  'genctl.uploads/v1': 'upload: items (path url content_type bytes sha256 link)',
  'genctl.costs/v1':
    'costs: items (day, model, profile, batch or tag; jobs charged unknown cost_usd), total_usd, sandbox_usd, unsettled',
  'genctl.gallery/v1': 'gallery: path of the page, left_out, items: a file each, with what a tick asks for',
  'genctl.diff/v1':
    'diff: same, fields (name flag before after), before and after (id sidecar model route status cost_usd took_seconds tags)',
  'genctl.sheet/v1': 'show --sheet: path, items (job_id path media frames_at)',
  'genctl.batch/v1': 'batch: what its lines were, and what became of them; --dry-run: a reason for each',
  'genctl.report/v1': 'batch --report: a line, NDJSON',
  'genctl.prune/v1': 'jobs prune: dry_run, before, jobs, bytes freed, items (id profile status recorded_at)',
  'genctl.queue/v1': 'queue: what stands in it, its limit, its workers',
  'genctl.worker/v1': 'worker: what became of the lines that it held, once it is stopped',
  'genctl.doctor/v1': 'doctor: items (name, status ok, warn or fail, message, fix)',
  'genctl.request/v1': '--dry-run: method, url, headers, body; never the key',
  'genctl.requests/v1': '--dry-run of several: items, each as above',
  'genctl.sandbox/v1':
    'sandbox serve: base_url, cdn_url, api_key, limits, one line once it listens; sandbox info, reset',
  'genctl.profiles/v1': 'auth list: items (name base_url key default)',
  'genctl.account/v1': 'auth status: profile, base_url, key, models, budgets',
  'genctl.settings/v1': 'config list: items (name value origin says)',
  'genctl.prices/v1':
    'config prices: path, created, items (line model tier per sound video usd least_usd), unpriced, warnings (line message)',
  'genctl.setting/v1': 'config get, config path: name, value',
  'genctl.sidecar/v1': 'the file beside a download: what made it and what it cost',
  'genctl.journal/v1': 'a line of the journal of a batch: its header, or what became of a shot',
  'genctl.events/v1': '--events: a line, NDJSON',
  'genctl.error/v1': 'a failure: the one line on stderr',
} as const;

export type DocumentName = keyof typeof documentNames;
