/**
 * A home with a ledger of any size, as real use leaves it: records written in order, most of them over and charged.
 *
 *     npx tsx test/bench/large-ledger.ts HOME JOBS [OPEN_INTENTS]
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Intent, JobRecord } from '../../src/ledger/record.ts';
import { recordBytes } from '../../src/ledger/records/parse.ts';

export interface LargeLedger {
  home: string;
  jobs: number;
  /** Submits whose answer never arrived; the jobs of half of them are recorded. */
  openIntents?: number;
  /** The time of the newest job; each was made a second after the one before. Unit: ms since 1970. */
  newestMs?: number;
  /** The base URL of a service at which all jobs are queued, of the account that variables name. Without it most are over. */
  runningAt?: string;
  /** Is called with each record. */
  each?: (record: JobRecord) => void;
}

const models = ['vendor-a/image-1', 'vendor-b/video-2.5', 'vendor-b/video-2.5-fast'];
const statuses = ['succeeded', 'succeeded', 'succeeded', 'succeeded', 'succeeded', 'succeeded', 'failed'];

/** Not flushed, which is what makes it quick: 100,000 jobs take half a minute. */
export function writeLargeLedger(wanted: LargeLedger): void {
  const { home, jobs, openIntents = 0, newestMs = Date.now(), runningAt, each } = wanted;
  const ledger = join(home, 'ledger');
  const logs = new Map<string, number>();
  for (let number = 0; number < jobs; number += 1) {
    const over = recordOf(number, newestMs - (jobs - number) * 1000);
    const record = runningAt === undefined ? over : running(over, runningAt);
    each?.(record);
    const month = join(ledger, 'done', record.recorded_at.slice(0, 7));
    const log = logs.get(month) ?? beginMonth(month);
    logs.set(month, log);
    writeSync(log, `${Date.parse(record.recorded_at)} ${JSON.stringify(record.id)}\n`);
    writeFileSync(join(month, `${record.id}.json`), recordBytes(record), { mode: 0o600 });
  }
  for (const log of logs.values()) closeSync(log);
  mkdirSync(join(ledger, 'open'), { recursive: true, mode: 0o700 });
  writeFileSync(join(ledger, 'format'), '1\n', { mode: 0o600 });
  for (let number = 0; number < openIntents; number += 1) {
    const intent = intentOf(number % 2 === 0 ? number : jobs + number, newestMs);
    writeFileSync(join(ledger, 'open', `${intent.idempotency_key}.json`), recordBytes(intent));
  }
}

function beginMonth(folder: string): number {
  mkdirSync(join(folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'names.log'), '', { mode: 0o600 });
  return openSync(join(folder, 'order.log'), 'a', 0o600);
}

function recordOf(number: number, atMs: number): JobRecord {
  const id = `job_${number.toString(16).padStart(8, '0').split('').reverse().join('')}${'0'.repeat(16)}`;
  const at = new Date(atMs).toISOString();
  const intent = intentOf(number, atMs);
  const status = statuses[number % statuses.length] ?? 'failed';
  const charge = status === 'succeeded' ? { cost_usd: 0.05 + (number % 10) / 100 } : {};
  const outputs = [
    { url: `https://media.example.com/v1/media/${id}/0.mp4?signature=${'a'.repeat(200)}`, type: 'video' },
  ];
  return {
    schema: 1,
    id,
    ...{ route: 'jobs', profile: 'work', base_url: 'https://api.example.com' },
    recorded_at: at,
    intent,
    job: { id, status, model: intent.model, created_at: at, completed_at: at, outputs, ...charge },
    seen_at: at,
    replayed: false,
    finals: [],
    files: [],
  };
}

function running(
  { intent, job: { id, model, created_at }, ...record }: JobRecord,
  base_url: string,
): JobRecord {
  const account = { profile: 'environment', base_url };
  const { account: _, key_source: __, ...sent } = intent ?? intentOf(0, 0);
  const job = { id, model, status: 'queued', created_at, retry_after: 1 };
  return { ...record, ...account, intent: { ...sent, ...account }, job };
}

function intentOf(number: number, atMs: number): Intent {
  const at = new Date(atMs).toISOString();
  const model = models[number % models.length] ?? '';
  const prompt = `a red fox in snow, take ${number}, ${'slowly and in the light of a late afternoon '.repeat(12)}`;
  return {
    schema: 1,
    idempotency_key: `${number.toString(16).padStart(8, '0')}-1111-4111-8111-111111111111`,
    ...{ route: 'jobs', profile: 'work', base_url: 'https://api.example.com' },
    body: JSON.stringify({ model, input: { prompt, duration: 5, resolution: '720p' } }),
    ...{ model, once: null, attempt: 1, draft_of: null },
    created_at: at,
    first_sent_at: at,
    key_source: 'stored',
    account: 'f1-0a1b2c3d-4e5f60718293a4b5c6d7e8f901234567',
  };
}

if (resolve(process.argv[1] ?? '') === import.meta.filename) {
  const [home, jobs, openIntents = 0] = process.argv.slice(2);
  if (home === undefined || jobs === undefined) throw new Error('large-ledger.ts HOME JOBS [OPEN_INTENTS]');
  writeLargeLedger({ home, jobs: Number(jobs), openIntents: Number(openIntents) });
}
