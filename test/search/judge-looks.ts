import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JobRecord } from '../../src/ledger/record.ts';
import { jobIdOf } from '../../src/sandbox/state/jobs.ts';
import { filesBelow, jobBeside } from './files-left.ts';
import { profileOfProgram } from './key-program.ts';
import type { Ran } from './run-step.ts';

/** The records of the machine on which a look was typed. */
interface LookedAt {
  jobs: readonly JobRecord[];
  /** The service of the account in use. */
  baseUrl: string;
  work: string;
  /** True where a record of a job was damaged: what was noted of it before still counts. */
  hasDamage: boolean;
}

/** What is wrong with a look that ended well: it has to show each record, whatever became of the files that are drawn from them. */
export function judgeLook({ code, stdout, words }: Ran, looked: LookedAt): string[] {
  if (code !== 0) return [];
  if (words[0] === 'sync' && !words.includes('--dry-run')) return unsynced(looked);
  if (!words.includes('--json')) return [];
  const document = JSON.parse(stdout.trim().split('\n')[0] ?? '{}') as Document;
  if (isPlain(words, 'jobs')) return unlisted(document, words, looked);
  if (isPlain(words, 'costs')) return uncounted(document, looked);
  return words[0] === 'doctor' ? unexamined(document, looked) : [];
}

interface Document {
  items?: { id?: string; name?: string; message?: string }[];
  jobs?: number;
  total_usd?: number;
}

/** Tells whether a line lists jobs without a choice among them. */
function isPlain([command, ...rest]: readonly string[], name: string): boolean {
  const plain = ['--json', '--verbose', '--refresh', '--limit'];
  return command === name && rest.every((word) => plain.includes(word) || /^\d+$/.test(word));
}

/** The profiles of accounts that the variables name, or a program's. */
const profiles = ['environment', profileOfProgram];

function ofAccount({ baseUrl, jobs }: LookedAt): JobRecord[] {
  return jobs.filter((job) => job.base_url === baseUrl && profiles.includes(job.profile));
}

/** How many `jobs` lists unless it is told. */
const usualLimit = 30;

function unlisted({ items = [] }: Document, words: readonly string[], looked: LookedAt): string[] {
  const limit = Number(words[words.indexOf('--limit') + 1]) || usualLimit;
  const ids = new Set(items.map(({ id }) => id));
  const records = ofAccount(looked);
  if (records.length > limit)
    return ids.size === limit ? [] : [`jobs lists ${ids.size} of ${records.length} records`];
  const missing = records.filter(({ id }) => !ids.has(id));
  return missing.map(({ id }) => `jobs does not list ${id}`);
}

function uncounted({ jobs = 0, total_usd: total = 0 }: Document, looked: LookedAt): string[] {
  // Beside jobs of other accounts it counts those as well.
  const records = looked.jobs.filter(({ profile }) => profile !== 'sandbox');
  const usd = records.reduce((sum, { job }) => sum + (job.cost_usd ?? 0), 0);
  if (looked.hasDamage && jobs >= records.length && total > usd - 1e-6) return [];
  return [
    ...(jobs === records.length ? [] : [`costs counts ${jobs} of ${records.length} records`]),
    ...(Math.abs(total - usd) < 1e-6 ? [] : [`costs adds up $${total}, the records $${usd}`]),
  ];
}

function unexamined({ items = [] }: Document, { jobs }: LookedAt): string[] {
  const { message = '' } = items.find(({ name }) => name === 'ledger') ?? {};
  const count = Number(/^\d+/.exec(message.replaceAll(',', ''))?.[0] ?? 0);
  return count === jobs.length ? [] : [`doctor sees ${count} of ${jobs.length} records: ${message}`];
}

function unsynced(looked: LookedAt): string[] {
  const out = join(looked.work, 'out');
  const files = existsSync(out) ? [...filesBelow(out).keys()] : [];
  const here = new Set(files.map((path) => jobIdOf(jobBeside(path))));
  const missing = ofAccount(looked).filter(
    ({ id, job }) => job.status === 'succeeded' && !here.has(jobIdOf(id)),
  );
  return missing.map(({ id }) => `sync left out ${id}`);
}
