import { createConnection } from 'node:net';
import { expect, it } from 'vitest';
import { type Family, readExposition, toldAs } from '../queue/metrics/exposition.ts';
import { sample } from '../sample.ts';
import { whyUnfit } from '../transcripts/document-fit.ts';
import { type MeasuredRun, startMeasured } from './fixtures/batch/measured-run.ts';
import { queuePlaces, until } from './fixtures/queue/queue-places.ts';
import { freePort } from './fixtures/queue/redis.ts';

/** Where a worker says that its metrics are, without the path. */
async function originOf(worker: MeasuredRun): Promise<string> {
  const said = await worker.until(/metrics at .*\/metrics\n/);
  return /metrics at (.*)\/metrics\n/.exec(said)?.[1] ?? '';
}

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status;
}

async function scrape(origin: string): Promise<Map<string, Family>> {
  const answer = await fetch(`${origin}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return readExposition(await answer.text());
}

it('a worker tells on a free port of loopback what becomes of its lines, and the same of the queue as queue status', async () => {
  const { feed, status, worker } = await queuePlaces(12, { stepsMost: 1, cap: 4 });
  const run = await worker('--metrics', '0', '--worker-name', 'w "1"');
  const origin = await originOf(run);
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await until(
    () => statusOf(`${origin}/readyz`),
    (code) => code === 200,
  );
  const ended = await feed();
  expect(ended.code, ended.stderr).toBe(0);
  const page = await scrape(origin);
  const told = (written: string) => toldAs(page, written);
  expect(told('genctl_worker_ended_lines_total{end="done"}')).toBe(12);
  expect(told('genctl_worker_submits_total{answer="accepted"}')).toBe(12);
  expect(told('genctl_worker_files_total')).toBe(12);
  expect([...(page.get('genctl_worker_info')?.values.keys() ?? [])].join()).toContain('worker="w \\"1\\""');
  const state = await status();
  expect(told('genctl_queue_ended_lines_total')).toBe(state.ended);
  expect(told('genctl_queue_limit')).toBe(state.limit);
  expect(told('genctl_queue_refusals_total')).toBe(state.refusals);
  expect(told('genctl_queue_charged_usd_total')).toBeCloseTo(Number(state.charged_usd), 6);
  expect(state.ended).toBe(12);
});

it('a store that answers nothing makes a worker unready, not dead, and its metrics say so', async () => {
  const { redis, worker } = await queuePlaces(0);
  const origin = await originOf(await worker('--metrics', '0'));
  const ready = (code: number) =>
    until(
      () => statusOf(`${origin}/readyz`),
      (one) => one === code,
    );
  await ready(200);
  redis.freeze();
  await ready(503);
  expect(await statusOf(`${origin}/healthz`)).toBe(200);
  const page = await scrape(origin);
  expect(toldAs(page, 'genctl_queue_reachable')).toBe(0);
  expect(page.has('genctl_queue_lines')).toBe(false);
  expect(toldAs(page, 'genctl_worker_slots')).toBe(60);
  redis.thaw();
  await ready(200);
  await redis.restart();
  await ready(200);
});

/** Node itself ends a connection that says nothing only after that. Unit: ms. */
const silentMs = 60_000;

it('a worker that is stopped ends with 0 though somebody holds a connection to its metrics', {
  timeout: silentMs,
}, async () => {
  const { worker } = await queuePlaces(0);
  const run = await worker('--metrics', '0');
  const held = createConnection(Number(new URL(await originOf(run)).port), '127.0.0.1');
  held.on('error', () => {});
  await new Promise((done) => held.once('connect', done));
  run.kill('SIGTERM');
  const { code, stderr } = await run.ended;
  expect(code, stderr).toBe(0);
  held.destroy();
});

it.each(sample([['--events'], ['--json']], () => 'a flag', 2))(
  'tells programs with %s what it is called, and what became of its lines',
  async (flag) => {
    const { env, home, redis } = await queuePlaces(0);
    const port = await freePort();
    const words = [
      'worker',
      '--queue',
      redis.url,
      '-D',
      'out',
      '--metrics',
      String(port),
      '--worker-name',
      'one',
    ];
    const run = startMeasured([...words, flag], { home, env });
    await until(
      () => statusOf(`http://127.0.0.1:${port}/readyz`).catch(() => 0),
      (code) => code === 200,
    );
    run.kill('SIGTERM');
    const { code, stderr, stdout } = await run.ended;
    const lines = stdout.trim().split('\n');
    const documents = lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(code, stderr).toBe(0);
    if (flag === '--events') {
      expect(documents.map(({ event }) => event)).toEqual(['started', 'worker', 'summary']);
      const url = `http://127.0.0.1:${port}/metrics`;
      expect(documents[1]).toMatchObject({ worker: 'one', slots: 100, metrics_url: url });
    } else {
      expect(documents).toMatchObject([{ schema: 'genctl.worker/v1', worker: 'one', done: 0, lost: 0 }]);
      expect(whyUnfit('genctl.worker/v1', documents[0])).toBeUndefined();
    }
  },
);
