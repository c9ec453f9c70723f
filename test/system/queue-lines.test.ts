import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { batchHome } from './fixtures/batch/batch-home.ts';
import { shotLines, wrongFiles } from './fixtures/batch/shots.ts';
import { betweenProcessesMs, queuePlaces, until } from './fixtures/queue/queue-places.ts';
import type { TestRedis } from './fixtures/queue/redis.ts';
import { isWhole } from './fixtures/sizes.ts';

describe('a batch that is fed to a queue', () => {
  it('is rendered by two workers, once each, and is not sent again', async () => {
    const { feed, lines, out, service, startFeed, status, worker } = await queuePlaces(24, {
      cap: 12,
      stepsMost: 1,
      isHeld: true,
    });
    await Promise.all([worker(), worker()]);
    const feeding = startFeed('--report', 'report.ndjson');
    // As long as no job ends, there are more of them until one is refused, however slow the machine is.
    await until(status, ({ limit_is }) => limit_is === 'found', betweenProcessesMs);
    await service.change({ isHeld: false });
    const ended = await feeding.ended;
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout.trim().split('\n')).toHaveLength(24);
    expect(wrongFiles(out, lines)).toEqual([]);
    expect(await status()).toMatchObject({
      waiting: 0,
      active: 0,
      done: 0,
      failed: 0,
      limit_is: 'found',
      ended: 24,
    });
    const again = await feed();
    expect(again.code, again.stderr).toBe(0);
    const counts = await service.counts();
    expect(counts).toMatchObject({ created: 24, replayed: 0, doubled: [], conflicts: 0 });
    process.stdout.write(
      `429s ${counts.refused}, undercuts ${counts.undercuts}, most in flight ${counts.mostInFlight}\n`,
    );
  });

  it('tells lines that failed, with the reason, and has another attempt for them', async () => {
    const { feed, service, worker, write } = await queuePlaces(0, { stepsMost: 1 });
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
    const { env, feed, lines, redis, service, worker } = await queuePlaces(12, { stepsMost: 1 });
    const other = batchHome(service, lines);
    await worker();
    const ends = await Promise.all([
      feed(),
      other.run(['batch', 'shots.jsonl', '--queue', redis.url], { env }),
    ]);
    for (const { code, stderr } of ends) expect(code, stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 12, doubled: [], conflicts: 0 });
  });

  it('is left to the workers with --detach, and collected by another run', async () => {
    const { feed, service, status, worker } = await queuePlaces(12, { stepsMost: 1 });
    const left = await feed('--detach');
    expect(left.code, left.stderr).toBe(0);
    expect(left.stderr).toContain('12 shots in the queue');
    expect(await status()).toMatchObject({ waiting: 12 });
    await worker();
    const ended = await feed();
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 12, replayed: 0 });
  });

  it('is charged once, also where another machine puts its lines in again', async () => {
    const { env, feed, lines, redis, service, status, worker } = await queuePlaces(6, { stepsMost: 1 });
    await worker();
    expect((await feed()).code).toBe(0);
    const other = batchHome(service, lines);
    const again = await other.run(['batch', 'shots.jsonl', '-D', 'out', '--queue', redis.url], { env });
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).toContain("each worker's -D says where its files go");
    expect(await status()).toMatchObject({ ended: 12, charged_usd: 0.06 });
    expect(await service.counts()).toMatchObject({ created: 6, doubled: [] });
  });

  // The tests of the feed hold what its window does. How wide it is takes a minute.
  if (isWhole) {
    it('keeps no more than 2,000 lines in the queue', async () => {
      const { redis, startFeed, status } = await queuePlaces(2010);
      const feeding = startFeed();
      await until(status, ({ waiting }) => waiting === 2000, betweenProcessesMs);
      feeding.kill('SIGINT');
      const { stderr } = await feeding.ended;
      expect(await status()).toMatchObject({ waiting: 2000 });
      expect(stderr).toContain(`--queue ${redis.url}`);
    });
  }
});

describe('a store that is emptied halfway', () => {
  it('is filled again by the next run, and nothing that was finished is sent again', async () => {
    const { feed, journal, lines, redis, service, startFeed, worker } = await queuePlaces(30, {
      stepsMost: 1,
      cap: 10,
    });
    await worker();
    const feeding = startFeed();
    await until(
      async () => journal().filter(({ event }) => event === 'over').length,
      (count) => count >= 10,
    );
    feeding.kill('SIGKILL');
    await feeding.ended;
    const isOver = new Set(journal().flatMap(({ event, shot }) => (event === 'over' ? [shot] : [])));
    const finished = lines.filter(({ id }) => isOver.has(id)).map(({ prompt }) => prompt);
    expect(finished.length).toBeGreaterThanOrEqual(10);
    await redis.client.flushall();
    const ended = await feed();
    expect(ended.code, ended.stderr).toBe(0);
    const counts = await service.counts();
    expect(counts).toMatchObject({ created: 30, doubled: [], conflicts: 0 });
    expect(finished.filter((prompt) => counts.resent.includes(prompt))).toEqual([]);
  });
});

describe('a feeder and workers go on with a store that', () => {
  const troubles: [string, (redis: TestRedis) => Promise<unknown>][] = [
    ['is emptied', ({ client }) => client.flushall()],
    ['is killed and started again', (redis) => redis.restart()],
  ];
  it.each(sample(troubles, () => 'a trouble', 2))('%s', async (_, make) => {
    const { lines, out, redis, service, startFeed, worker } = await queuePlaces(30, {
      stepsMost: 1,
      cap: 10,
    });
    await worker();
    const feeding = startFeed();
    await until(service.counts, ({ created }) => created >= 12);
    await make(redis);
    const { code, stderr } = await feeding.ended;
    expect(code, stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 30, doubled: [], conflicts: 0 });
    expect(wrongFiles(out, lines)).toEqual([]);
  });
});

describe('an account that bears less of a sudden', () => {
  it.each(sample([16, 22], () => 'sent lines', 2))(
    'after %i lines has its one worker send the rest nevertheless',
    async (sent) => {
      const { feed, service, startFeed, status, worker } = await queuePlaces(36, { stepsMost: 1, cap: 20 });
      await worker();
      const feeding = startFeed();
      await until(service.counts, ({ created }) => created >= sent);
      // Others have all of it until no job of this worker is left whose end would wake anybody.
      await service.change({ cap: 0 });
      await until(service.counts, ({ inFlight, refused }) => inFlight === 0 && refused >= 3);
      await service.change({ cap: 4 });
      const { code, stderr } = await feeding.ended;
      expect(code, stderr).toBe(0);
      expect(await service.counts()).toMatchObject({ created: 36, doubled: [], conflicts: 0 });
      expect(await status()).toMatchObject({ waiting: 0, active: 0 });
      expect((await feed()).code).toBe(0);
    },
  );
});

describe('an operator', () => {
  it('sets the limit, pauses and drains the queue', async () => {
    const { feed, redis, run, status } = await queuePlaces(12);
    const queue = (...words: string[]) => run(['queue', ...words, '--queue', redis.url]);
    await feed('--detach');
    expect((await queue('limit', '7')).stdout).toContain('7, set by hand');
    expect((await queue('pause')).stdout).toContain('paused');
    expect(await status()).toMatchObject({ paused: true, waiting: 12, limit: 7, limit_is: 'given' });
    expect((await queue('resume')).code).toBe(0);
    const drained = await queue('drain');
    expect(drained.code).toBe(0);
    expect(drained.stderr).toContain('12 lines were taken out');
    expect(await status()).toMatchObject({ paused: false, waiting: 0 });
    const { code, stderr } = await queue('retry', 'shots/s0001');
    expect(code, stderr).toBe(11);
    expect((await queue('limit', '0')).code).toBe(2);
  });
});
