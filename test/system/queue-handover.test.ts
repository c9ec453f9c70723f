import { describe, expect, it } from 'vitest';
import { monotonicMs } from './fixtures/batch/monotonic.ts';
import { wrongFiles } from './fixtures/batch/shots.ts';
import { betweenProcessesMs, queuePlaces, until, withEngine } from './fixtures/queue/queue-places.ts';
import { sizes } from './fixtures/sizes.ts';

/** Only what hangs takes as long. */
const limits = { timeout: 300_000 };
const { handedLines } = sizes;

describe('a worker that is stopped', () => {
  it(
    `gives ${handedLines} lines back: another one looks at their jobs, and no lock has to run out`,
    limits,
    async () => {
      const { feed, lines, out, redis, service, status, worker } = await queuePlaces(handedLines, {
        isHeld: true,
        cap: 100,
      });
      const first = await worker('--worker-name', 'first');
      await feed('--detach');
      await service.untilInFlight(handedLines);
      await worker('--worker-name', 'second');
      // It has not talked to the service yet: who connects from now on is this one.
      await service.nextProcess();
      const beganMs = monotonicMs();
      first.kill('SIGTERM');
      await service.untilLookedAt(1);
      const onceMs = monotonicMs() - beganMs;
      await service.untilLookedAt(handedLines);
      const allMs = monotonicMs() - beganMs;
      const { code, stderr } = await first.ended;
      const endedMs = monotonicMs() - beganMs;
      const told = [onceMs, allMs, endedMs].map((ms) => ms.toFixed(0)).join(', ');
      process.stdout.write(`first look elsewhere, all looks, end of the worker: ${told} ms after SIGTERM\n`);
      expect(code, stderr).toBe(0);
      expect(stderr).toContain('0 done, 0 failed');
      expect(stderr).not.toContain('not given back');
      const isHanded = ({ active, workers }: Awaited<ReturnType<typeof status>>) =>
        active === handedLines && Array.isArray(workers) && workers.length === 1;
      expect(await until(status, isHanded, betweenProcessesMs)).toMatchObject({
        workers: [{ name: 'second', active: handedLines }],
      });
      // The engine counts each time that it finds a line by its lock.
      const active = await withEngine(redis, (queue) => queue.getActive());
      expect(active.map(({ stalledCounter }) => stalledCounter)).toEqual(lines.map(() => 0));
      await service.change({ isHeld: false });
      const ended = await feed();
      expect(ended.code, ended.stderr).toBe(0);
      expect(await service.counts()).toMatchObject({ created: handedLines, replayed: 0, doubled: [] });
      expect(wrongFiles(out, lines)).toEqual([]);
    },
  );

  it(
    'while the store is away ends before that is back, and says that its lines are found by their locks',
    limits,
    async () => {
      const { feed, lines, out, redis, service, worker } = await queuePlaces(6, { isHeld: true });
      const first = await worker();
      await feed('--detach');
      await service.untilInFlight(6);
      await redis.stop();
      first.kill('SIGTERM');
      const { code, stderr } = await first.ended;
      expect(code, stderr).toBe(0);
      expect(stderr).toContain('6 lines were not given back');
      await redis.start();
      await service.change({ isHeld: false });
      await worker();
      const ended = await feed();
      expect(ended.code, ended.stderr).toBe(0);
      // Where the store did not get to know of a job, its key leads to it.
      expect(await service.counts()).toMatchObject({ created: 6, doubled: [], conflicts: 0 });
      expect(wrongFiles(out, lines)).toEqual([]);
    },
  );
});

describe('a feeder', () => {
  it(
    'that is stopped while the store is away is gone before that is back, and goes on later',
    limits,
    async () => {
      const { feed, redis, service, startFeed, worker } = await queuePlaces(12, { stepsMost: 1 });
      const feeding = startFeed();
      await until(
        () => redis.client.keys('*:lines:wait'),
        (lists) => lists.length > 0,
      );
      await redis.stop();
      feeding.kill('SIGINT');
      const left = await feeding.ended;
      expect(left.code, left.stderr).toBe(130);
      expect(left.stderr).toContain(`--queue ${redis.url}`);
      await redis.start();
      await worker();
      const ended = await feed();
      expect(ended.code, ended.stderr).toBe(0);
      expect(await service.counts()).toMatchObject({ created: 12, doubled: [] });
    },
  );

  it('and its workers outlive a store that is away for longer', limits, async () => {
    const { lines, out, redis, service, startFeed, worker } = await queuePlaces(24, { stepsMost: 1, cap: 8 });
    const away = await worker();
    const feeding = startFeed();
    await until(service.counts, ({ created }) => created >= 10);
    await redis.stop();
    // Jobs in flight end meanwhile, and no line can be taken.
    await until(service.counts, ({ inFlight }) => inFlight === 0);
    await away.until(/genctl tries again/);
    await redis.start();
    const { code, stderr } = await feeding.ended;
    expect(code, stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 24, doubled: [], conflicts: 0, undercuts: 0 });
    expect(wrongFiles(out, lines)).toEqual([]);
  });
});
