import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batchHome, journalName } from './fixtures/batch/batch-home.ts';
import { startBatchService } from './fixtures/batch/batch-service.ts';
import { startMeasured } from './fixtures/batch/measured-run.ts';
import { monotonicMs } from './fixtures/batch/monotonic.ts';
import { shotLines, wrongFiles } from './fixtures/batch/shots.ts';
import { startRedis } from './fixtures/queue/redis.ts';
import { startWorker } from './fixtures/queue/workers.ts';

/** A service, a store, and a machine with a manifest. */
async function places(count: number, rules: Parameters<typeof startBatchService>[0] = {}) {
  const [service, redis] = await Promise.all([startBatchService(rules), startRedis()]);
  const lines = shotLines(count);
  const machine = batchHome(service, lines);
  const out = join(machine.home, 'out');
  const worker = (...more: string[]) => startWorker({ url: redis.url, out, env: machine.env }, ...more);
  const feed = (...more: string[]) => machine.run(['batch', 'shots.jsonl', '--queue', redis.url, ...more]);
  const status = async (): Promise<Record<string, unknown>> =>
    JSON.parse((await machine.run(['queue', 'status', '--queue', redis.url, '--json'])).stdout);
  return { ...machine, service, redis, lines, out, worker, feed, status };
}

const betweenAsksMs = 50;

/** Asks again and again until the answer is as it should be; the time of the test bounds it. */
async function until<Answer>(
  ask: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    await delay(betweenAsksMs);
  }
}

describe('a batch that is fed to a queue', () => {
  it('is rendered by two workers, once each, and is not sent again', async () => {
    const { feed, lines, out, service, status, worker } = await places(60, { stepsMost: 1 });
    await Promise.all([worker(), worker()]);
    const ended = await feed('--report', 'report.ndjson');
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout.trim().split('\n')).toHaveLength(60);
    expect(wrongFiles(out, lines)).toEqual([]);
    expect(await status()).toMatchObject({
      waiting: 0,
      active: 0,
      done: 0,
      failed: 0,
      limit_is: 'found',
      ended: 60,
    });
    const again = await feed();
    expect(again.code, again.stderr).toBe(0);
    const counts = await service.counts();
    expect(counts).toMatchObject({ created: 60, replayed: 0, doubled: [], conflicts: 0 });
    process.stdout.write(
      `429s ${counts.refused}, undercuts ${counts.undercuts}, most in flight ${counts.mostInFlight}\n`,
    );
  });

  it('tells lines that failed, with the reason, and has another attempt for them', async () => {
    const { feed, service, worker, write } = await places(0, { stepsMost: 1 });
    write(
      shotLines(8, (number) =>
        number % 2 === 0 ? `shot ${number} fails once provider_failed` : `shot ${number}`,
      ),
    );
    await worker();
    const first = await feed();
    expect(first.code, first.stderr).toBe(5);
    expect(first.stderr).toContain('4 of 8 shots done: 4 failed');
    const second = await feed('--retry-failed');
    expect(second.code, second.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 12, doubled: [], conflicts: 0 });
  });

  it('of two machines at once is one batch', async () => {
    const { env, feed, lines, redis, service, worker } = await places(60, { stepsMost: 1 });
    const other = batchHome(service, lines);
    await worker();
    const ends = await Promise.all([
      feed(),
      other.run(['batch', 'shots.jsonl', '--queue', redis.url], { env }),
    ]);
    for (const { code, stderr } of ends) expect(code, stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 60, doubled: [], conflicts: 0 });
  });

  it('is left to the workers with --detach, and collected by another run', async () => {
    const { feed, service, status, worker } = await places(12, { stepsMost: 1 });
    const left = await feed('--detach');
    expect(left.code, left.stderr).toBe(0);
    expect(left.stderr).toContain('12 shots in the queue');
    expect(await status()).toMatchObject({ waiting: 12 });
    await worker();
    const ended = await feed();
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 12, replayed: 0 });
  });

  it('keeps no more lines in the queue than its window', async () => {
    const { env, home, redis, status } = await places(30);
    const feeding = startMeasured(['batch', 'shots.jsonl', '--queue', redis.url, '--window', '10'], {
      home,
      env,
    });
    await until(status, ({ waiting }) => waiting === 10);
    feeding.kill('SIGINT');
    const { stderr } = await feeding.ended;
    expect(await status()).toMatchObject({ waiting: 10 });
    expect(stderr).toContain(`--queue ${redis.url}`);
  });
});

describe('a store that is emptied halfway', () => {
  it('is filled again by the next run, and nothing that was finished is sent again', async () => {
    const { env, feed, home, redis, service, worker } = await places(60, { stepsMost: 1, cap: 10 });
    await worker();
    const feeding = startMeasured(['batch', 'shots.jsonl', '--queue', redis.url], { home, env });
    await until(
      async () => readJournal(home).filter(({ event }) => event === 'over').length,
      (count) => count >= 20,
    );
    feeding.kill('SIGKILL');
    await feeding.ended;
    const before = readJournal(home).filter(({ event }) => event === 'over').length;
    await redis.client.flushall();
    const submits = (await service.counts()).submits;
    const ended = await feed();
    expect(ended.code, ended.stderr).toBe(0);
    const counts = await service.counts();
    expect(counts).toMatchObject({ created: 60, doubled: [], conflicts: 0 });
    expect(counts.submits - counts.refused - submits).toBeLessThanOrEqual(60 - before);
  });

  it('is filled again by the run that goes on', async () => {
    const { env, home, redis, service, worker } = await places(60, { stepsMost: 1, cap: 10 });
    await worker();
    const feeding = startMeasured(['batch', 'shots.jsonl', '--queue', redis.url], { home, env });
    await until(service.counts, ({ created }) => created >= 20);
    await redis.client.flushall();
    const { code, stderr } = await feeding.ended;
    expect(code, stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 60, doubled: [], conflicts: 0 });
  });
});

describe('a store that is killed and started again', () => {
  it('is come back to by feeder and workers', async () => {
    const { env, home, lines, out, redis, service, worker } = await places(60, { stepsMost: 1, cap: 10 });
    await worker();
    const feeding = startMeasured(['batch', 'shots.jsonl', '--queue', redis.url], { home, env });
    await until(service.counts, ({ created }) => created >= 20);
    await redis.restart();
    const { code, stderr } = await feeding.ended;
    expect(code, stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 60, doubled: [], conflicts: 0 });
    expect(wrongFiles(out, lines)).toEqual([]);
  });
});

describe('a worker that is stopped', () => {
  it('gives 60 lines back to another one within two seconds', async () => {
    const { feed, lines, out, service, status, worker } = await places(60, { isHeld: true, cap: 100 });
    const first = await worker('--worker-name', 'first');
    await feed('--detach');
    await until(service.counts, ({ created }) => created === 60);
    await worker('--worker-name', 'second');
    const beganMs = monotonicMs();
    first.kill('SIGTERM');
    const { code, stderr } = await first.ended;
    expect(code, stderr).toBe(0);
    const endedMs = monotonicMs() - beganMs;
    const held = await until(status, ({ active }) => active === 60);
    const heldMs = monotonicMs() - beganMs;
    process.stdout.write(
      `ended after ${endedMs.toFixed(0)} ms, all held again after ${heldMs.toFixed(0)} ms\n`,
    );
    expect(held.workers).toEqual([{ name: 'second', active: 60 }]);
    expect(endedMs).toBeLessThan(2500);
    await service.change({ isHeld: false });
    const ended = await feed();
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 60, replayed: 0, doubled: [] });
    expect(wrongFiles(out, lines)).toEqual([]);
  });
});

describe('a worker that is killed with -9 again and again', () => {
  it('leaves its lines to others once its lock is over: none is lost, none doubled', async () => {
    const { env, home, lines, out, redis, service, worker } = await places(80, { stepsMost: 2, cap: 20 });
    await worker();
    const victims = [await worker(), await worker()];
    const feeding = startMeasured(['batch', 'shots.jsonl', '--queue', redis.url], { home, env });
    for (const [place, victim] of victims.entries()) {
      await until(service.counts, ({ created }) => created >= 15 * (place + 1));
      victim.kill('SIGKILL');
    }
    const { code, stderr } = await feeding.ended;
    expect(code, stderr).toBe(0);
    const counts = await service.counts();
    process.stdout.write(
      `429s ${counts.refused}, undercuts ${counts.undercuts}, replayed ${counts.replayed}\n`,
    );
    expect(counts).toMatchObject({ created: 80, doubled: [], conflicts: 0 });
    // A submit may leave while the 429 of another worker is still on its way.
    expect(counts.undercuts).toBeLessThanOrEqual(counts.refused);
    expect(wrongFiles(out, lines)).toEqual([]);
  });
});

describe('an operator', () => {
  it('sets the limit, pauses and drains the queue', async () => {
    const { feed, redis, run, status } = await places(12);
    const queue = (...words: string[]) => run(['queue', ...words, '--queue', redis.url]);
    await feed('--detach');
    expect((await queue('limit', '7')).stdout).toContain('7, set by hand');
    expect((await queue('pause')).stdout).toContain('paused');
    expect(await status()).toMatchObject({ paused: true, waiting: 12, limit: 7, limit_is: 'given' });
    expect((await queue('resume')).code).toBe(0);
    expect((await queue('drain')).code).toBe(0);
    expect(await status()).toMatchObject({ paused: false, waiting: 0 });
    const { code, stderr } = await queue('retry', 'shots/s0001');
    expect(code, stderr).toBe(11);
    expect((await queue('limit', '0')).code).toBe(2);
  });
});

interface JournalLine {
  event?: string;
}

function readJournal(home: string): JournalLine[] {
  try {
    return readFileSync(join(home, journalName), 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as JournalLine);
  } catch {
    // It is not there yet.
    return [];
  }
}
