import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { batchHome } from './fixtures/batch/batch-home.ts';
import { startBatchService } from './fixtures/batch/batch-service.ts';
import { startMeasured } from './fixtures/batch/measured-run.ts';
import { shotLines, wrongFiles } from './fixtures/batch/shots.ts';
import { queuePlaces, until } from './fixtures/queue/queue-places.ts';
import { startWorker } from './fixtures/queue/workers.ts';

const minuteMs = 60_000;
const all = [10, -10, 120, -120].map((min) => [min] as const);
/** One of four, another for each test. */
const skewsOf = (what: string) => sample(all, () => what, 4);

/** What makes a process one of a machine whose clock is ahead. */
function ahead(min: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--require ${resolve(import.meta.dirname, 'fixtures/shifted-date.cjs')}`,
    DATE_SHIFT_MS: String(min * minuteMs),
  };
}

const said = (min: number) =>
  `the clock of this machine is ${Math.abs(min) === 10 ? '10m 00s' : '2h 00m'} ${min > 0 ? 'ahead' : 'behind'}`;

describe('a machine whose clock is off', () => {
  it.each(skewsOf('waits'))('by %i min waits for a job to its end, and says once that it is', async (min) => {
    const service = await startBatchService({ stepsMost: 1, isHeld: true });
    const machine = batchHome(service);
    const env = { ...machine.env, ...ahead(min) };
    const words = ['submit', 'a fox', '-m', 'vendor-a/image-1', '-w'];
    const running = startMeasured(words, { home: machine.home, env });
    await service.untilLookedAt(1);
    await service.change({ isHeld: false });
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(0);
    expect(stderr.split(said(min))).toHaveLength(2);
    expect(stderr).not.toMatch(/(running|succeeded) after .*(m|h)/);
    await service.change({ isHeld: true });
    const other = await machine.run(['submit', 'another', '-m', 'vendor-a/image-1']);
    await service.nextProcess();
    const waiting = startMeasured(['wait', other.stdout.trim()], { home: machine.home, env });
    await service.untilLookedAt(1);
    await service.change({ isHeld: false });
    const waited = await waiting.ended;
    expect(waited.code, waited.stderr).toBe(0);
    expect(waited.stderr).not.toMatch(/(running|succeeded) after .*(m|h)/);
  });

  it.each(skewsOf('renders'))(
    'by %i min renders a batch that is killed, and another machine goes on with it',
    async (min) => {
      const service = await startBatchService({ stepsMost: 1, faults: { 'silence after commit': 0.5 } });
      const lines = shotLines(6);
      const machine = batchHome(service, lines);
      const words = ['batch', 'shots.jsonl', '-D', 'out'];
      const env = { ...machine.env, ...ahead(min) };
      const first = startMeasured(words, { home: machine.home, env });
      await until(service.counts, ({ created }) => created >= 3);
      first.kill('SIGKILL');
      await first.ended;
      // It has the journal, and a home of its own.
      const other = await machine.run(words, { env: { GENCTL_HOME: `${machine.home}/other` } });
      expect(other.code, other.stderr).toBe(0);
      expect(await service.counts()).toMatchObject({ created: 6, doubled: [] });
      const last = startMeasured(words, { home: machine.home, env });
      const { code, stderr } = await last.ended;
      expect(code, stderr).toBe(0);
      expect(await service.counts()).toMatchObject({ created: 6, doubled: [] });
      expect(wrongFiles(`${machine.home}/out`, lines)).toEqual([]);
    },
  );

  it.each(skewsOf('serves'))('by %i min serves a queue beside one whose clock is right', async (min) => {
    const { env, feed, home, lines, out, redis, service, worker } = await queuePlaces(12, { stepsMost: 2 });
    const place = { url: redis.url, out, slots: 4 };
    // It comes first, to an empty queue.
    const wrong = await startWorker({ ...place, env: { ...env, ...ahead(min) } });
    await worker('--slots', '4');
    const fed = await feed('-D', 'out', '--json');
    expect(fed.code, fed.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 12, doubled: [] });
    expect(wrongFiles(out, lines)).toEqual([]);
    // A feeder whose clock is wrong makes none of them stop either.
    const second = startMeasured(['batch', 'shots.jsonl', '--queue', redis.url, '--batch', 'again'], {
      home,
      env: { ...env, ...ahead(-min) },
    });
    const ended = await second.ended;
    expect(ended.code, ended.stderr).toBe(0);
    wrong.kill('SIGTERM');
    const { code, stderr } = await wrong.ended;
    expect(code, stderr).toBe(0);
    expect(stderr.split(said(min))).toHaveLength(2);
    expect(await service.counts()).toMatchObject({ created: 24 });
  });
});
