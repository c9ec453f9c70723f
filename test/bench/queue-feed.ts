/**
 * What a feeder and the store of a queue need for a manifest of any length. The lines end as soon as they are in the queue, told by
 * workers of the engine that send nothing, so that a million of them take an hour rather than days. Prints a line each half minute
 * and one at the end; asserts nothing.
 *
 *     redis-server --port 7000 --save '' --appendonly yes --dir "$(mktemp -d)" &
 *     npm run bench:feed redis://127.0.0.1:7000 [lines]
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { journalRecord } from '../../src/batch/journal/shot-memory.ts';
import { readLine } from '../../src/queue/line/line.ts';
import { writtenEnd } from '../../src/queue/line/line-end.ts';
import { queueName } from '../../src/queue/store/connection.ts';
import { startMeasured } from '../system/fixtures/batch/measured-run.ts';
import { openBatchService } from '../system/fixtures/batch/service-process.ts';

const [url = 'redis://127.0.0.1:7000', count = '20000'] = process.argv.slice(2);
const lines = Number(count);
const store = new Redis(url, { maxRetriesPerRequest: null });
const engineStore = store.duplicate();
const folder = mkdtempSync(join(tmpdir(), 'genctl-bench-'));
const service = await openBatchService({});
const told = { ended: 0, storeMb: 0 };

/** A manifest that is never whole in memory. */
function writeManifest(path: string): void {
  const file = openSync(path, 'w');
  for (let first = 1; first <= lines; first += 10_000) {
    const some = Array.from({ length: Math.min(10_000, lines - first + 1) }, (_, place) => first + place);
    writeSync(file, some.map((n) => `{"id":"s${n}","prompt":"a fox in snow, take ${n}"}\n`).join(''));
  }
  closeSync(file);
}

/** The prefix of the one queue in the store, once its feeder has begun. */
async function prefixOf(): Promise<string> {
  for (;;) {
    const [meta] = await store.keys(`*:${queueName}:meta`);
    if (meta !== undefined) return meta.slice(0, -`:${queueName}:meta`.length);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Ends a line as a worker does whose job has succeeded. */
async function end(value: unknown): Promise<unknown> {
  const { intent } = readLine(value);
  told.ended += 1;
  const id = `job_${intent.idempotency_key.slice(-16)}`;
  const at = intent.created_at;
  const { idempotency_key: key, attempt } = intent;
  const memory = { attempt, key, fields: {}, sent_at: at, job: id, over: undefined, files: [] };
  const record = journalRecord(intent, id, memory);
  const job = { ...record.job, status: 'succeeded', completed_at: at, cost_usd: 0.03 };
  const followed = {
    end: { kind: 'over', id, job },
    record: { ...record, job },
    failure: undefined,
  } as const;
  return writtenEnd({ kind: 'followed', job: { ...followed, isMissing: false } });
}

async function look(): Promise<void> {
  const bytes = Number(/^used_memory:(\d+)/m.exec(await store.info('memory'))?.[1] ?? 0);
  told.storeMb = Math.max(told.storeMb, bytes / 1e6);
}

try {
  if ((await store.dbsize()) > 0) throw new Error(`${url} is not empty`);
  writeManifest(join(folder, 'shots.jsonl'));
  const words = ['batch', 'shots.jsonl', '-m', 'vendor-a/image-1', '--queue', url];
  const feeder = startMeasured(words, { home: folder, env: service.account() });
  const worker = new Worker(queueName, ({ data }) => end(data), {
    ...{ prefix: await prefixOf(), connection: engineStore, concurrency: 64 },
  });
  const looking = setInterval(() => void look(), 1_000);
  const telling = setInterval(() => {
    process.stderr.write(`${told.ended} ended, store ${told.storeMb.toFixed(0)} MB\n`);
  }, 30_000);
  const { code, cpuMs, peakMib, stderr, tookMs } = await feeder.ended;
  clearInterval(looking);
  clearInterval(telling);
  await worker.close();
  process.stdout.write(
    `exit ${code}: ${lines} lines in ${(tookMs / 1_000).toFixed(0)} s, ${(cpuMs / lines).toFixed(2)} ms of computing a line, ` +
      `feeder ${((peakMib * 1024 * 1024) / 1e6).toFixed(0)} MB, store ${told.storeMb.toFixed(0)} MB\n`,
  );
  if (code !== 0) process.stderr.write(stderr.slice(-2_000));
} finally {
  engineStore.disconnect();
  store.disconnect();
  service.close();
  rmSync(folder, { recursive: true, force: true });
}
