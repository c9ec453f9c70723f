import { describe, expect, it } from 'vitest';
import { batchHome } from './fixtures/batch/batch-home.ts';
import { shotLines, wrongFiles } from './fixtures/batch/shots.ts';
import { runOutLocks } from './fixtures/queue/crash-worker.ts';
import { betweenProcessesMs, queuePlaces, until } from './fixtures/queue/queue-places.ts';
import { plantStrange } from './fixtures/queue/strange-lines.ts';

/** Only what hangs takes as long. */
const limits = { timeout: 240_000 };

describe('an output that can’t be fetched', () => {
  it('fails its line, and ends no worker', limits, async () => {
    const { feed, out, service, worker, write } = await queuePlaces(0, { stepsMost: 1 });
    const faults = ['file gone', 'file cut', 'file page'];
    const lines = shotLines(12, (number) => `shot ${number} ${faults[number - 1] ?? ''}`);
    write(lines);
    const one = await worker();
    const ended = await feed('--json');
    expect(ended.code, ended.stderr).toBe(14);
    expect(JSON.parse(ended.stdout)).toMatchObject({ done: 9, failed: 3 });
    one.kill('SIGTERM');
    const { code, stderr } = await one.ended;
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('9 done, 3 failed, 0 given back');
    expect(await service.counts()).toMatchObject({ created: 12, doubled: [] });
    // What came of a page is kept for a person to look at.
    expect(wrongFiles(out, lines.slice(3)).filter((name) => !name.endsWith('.part'))).toEqual([]);
  });
});

describe('a line that ends workers', () => {
  it('is set aside after three of them, and comes back once that is mended', limits, async () => {
    const { feed, lines, out, redis, run, service, startFeed, status, worker } = await queuePlaces(4, {
      stepsMost: 1,
    });
    const deadly = 'case $GENCTL_FILES in *s0001-1.png) kill -9 $PPID;; esac';
    const feeding = startFeed();
    for (let ended = 0; ended < 3; ended += 1) {
      const victim = await worker('--exec', deadly);
      const end = await victim.ended;
      expect(end.code, end.stderr).not.toBe(0);
      await runOutLocks(redis);
    }
    const last = await worker('--exec', deadly);
    const told = await feeding.ended;
    expect(told.code, told.stderr).toBe(14);
    expect(told.stderr).toContain('s0001: it ended 3 workers, and is set aside');
    expect(await status()).toMatchObject({
      ...{ waiting: 0, active: 0, failed: 1 },
      failed_lines: [
        {
          ...{ line: 'shots/s0001', set_aside: true, code: 'line_set_aside' },
          why: expect.stringContaining('The last time: its --exec was running.'),
        },
      ],
    });
    const shown = await run(['queue', 'status', '--queue', redis.url]);
    expect(shown.stdout).toContain('shots/s0001: it ended 3 workers, and is set aside');
    expect(shown.stdout).toContain('genctl queue retry BATCH/ID');
    // It is given to nobody, whoever feeds it again.
    expect((await feed()).code).toBe(14);
    last.kill('SIGTERM');
    await last.ended;
    await worker();
    const back = await run(['queue', 'retry', 'shots/s0001', '--queue', redis.url]);
    expect(back.code, back.stderr).toBe(0);
    const mended = await feed();
    expect(mended.code, mended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 4, doubled: [] });
    expect(wrongFiles(out, lines)).toEqual([]);
    await until(status, ({ failed }) => failed === 0, betweenProcessesMs);
  });
});

describe('a line that stands in the queue with another body', () => {
  const edited = shotLines(6, (number) => (number === 5 ? `shot ${number}` : `an edited shot ${number}`));

  it('is a changed line, and nothing is sent, unless it is revised', limits, async () => {
    const { env, feed, redis, service, worker } = await queuePlaces(6, { stepsMost: 1 });
    await feed('--detach');
    const other = batchHome(service, edited);
    const again = (...more: string[]) =>
      other.run(['batch', 'shots.jsonl', '--queue', redis.url, ...more], { env });
    const refused = await again('--json');
    expect(refused.code, refused.stderr).toBe(2);
    expect(refused.stderr).toContain('it was sent with another prompt');
    expect((await service.counts()).submits).toBe(0);
    await worker();
    const revised = await again('--revise');
    expect(revised.code, revised.stderr).toBe(0);
    const counts = await service.counts();
    expect(counts).toMatchObject({ created: 11, doubled: [], conflicts: 0 });
    const shown = await other.run(['jobs', '--json']);
    expect(shown.stdout).not.toContain('"shot 1"');
  });
});

describe('what no batch has put into the queue', () => {
  it('is refused or left aside, told once, and stops nobody', limits, async () => {
    const { feed, out, lines, redis, run, service, status, worker } = await queuePlaces(6, { stepsMost: 1 });
    await feed('--detach');
    await plantStrange(redis);
    const one = await worker();
    expect((await feed()).stderr).toContain('5 of 6 shots done: 1 failed');
    // What stood there under its key was taken out.
    expect((await feed()).code).toBe(0);
    expect(await status()).toMatchObject({ waiting: 0, active: 0, failed: 10 });
    const drained = await run(['queue', 'drain', '--queue', redis.url]);
    expect(drained.code, drained.stderr).toBe(0);
    expect(await status()).toMatchObject({ failed: 0 });
    one.kill('SIGTERM');
    const { code, stderr } = await one.ended;
    expect(code, stderr).toBe(0);
    for (const id of ['p-garbage', 'p-options', 'p-text', 'p-late', 'p-late-text'])
      expect(stderr.split(`the queue entry ${id} can't be read`)).toHaveLength(2);
    expect(await service.counts()).toMatchObject({ created: 6, doubled: [], conflicts: 0 });
    expect(wrongFiles(out, lines)).toEqual([]);
  });
});

describe('a worker that is frozen past its locks and let go', () => {
  it('goes no further with what another one has: nothing is doubled, no file is torn', limits, async () => {
    const { lines, out, service, startFeed, worker } = await queuePlaces(24, {
      stepsMost: 2,
      cap: 12,
    });
    const frozen = await worker('--worker-name', 'frozen');
    const feeding = startFeed();
    await service.untilInFlight(8);
    frozen.kill('SIGSTOP');
    await worker('--worker-name', 'other');
    // The other one has what was held here, so that the locks have run out.
    const { code, stderr } = await feeding.ended;
    expect(code, stderr).toBe(0);
    const before = await service.counts();
    frozen.kill('SIGCONT');
    expect(await frozen.until(/its lock ran out: another worker goes on with it/)).not.toContain(
      'given back',
    );
    frozen.kill('SIGTERM');
    const ended = await frozen.ended;
    expect(ended.code, ended.stderr).toBe(0);
    const counts = await service.counts();
    expect(counts).toMatchObject({ created: 24, doubled: [], conflicts: 0 });
    process.stdout.write(
      `after it was let go: ${counts.looks - before.looks} looks, ${counts.files - before.files} files\n`,
    );
    expect(wrongFiles(out, lines)).toEqual([]);
  });
});
