import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reach, sample } from '../sample.ts';
import { hintedLines, typeLine } from '../transcripts/fixtures/type-line.ts';
import { batchHome } from './fixtures/batch/batch-home.ts';
import { startBatchService } from './fixtures/batch/batch-service.ts';
import { startMeasured } from './fixtures/batch/measured-run.ts';
import { monotonicMs } from './fixtures/batch/monotonic.ts';
import { proofSeed, seeded } from './fixtures/batch/seeded.ts';
import { shotLines, wrongFiles } from './fixtures/batch/shots.ts';

const words = ['batch', 'shots.jsonl', '-D', 'out'];
const exec = ['--exec', 'echo "$GENCTL_SHOT $GENCTL_JOB_STATUS" >> ran'];
const lines = shotLines(reach(30, 100));
const kills = reach(2, 5);

function ran(home: string): string[] {
  return existsSync(join(home, 'ran')) ? readFileSync(join(home, 'ran'), 'utf8').trim().split('\n') : [];
}

describe('the command of --exec', () => {
  it('is run at least once for each job of a batch that is killed again and again', async () => {
    const service = await startBatchService({ stepsMost: 1 });
    const { env, home, batch } = batchHome(service, lines);
    const chance = seeded(proofSeed());
    for (let kill = 0; kill < kills; kill += 1) {
      await service.nextProcess();
      const run = startMeasured([...words, ...exec], { home, env });
      const timer = setTimeout(() => run.kill('SIGKILL'), 500 + chance() * 3000);
      await run.ended;
      clearTimeout(timer);
    }
    await service.nextProcess();
    const ended = await batch(...exec);
    expect(ended.code, ended.stderr).toBe(0);
    expect([...new Set(ran(home))].sort()).toEqual(lines.map(({ id }) => `${id} succeeded`));
    // A kill finds one command at most between its end and its note.
    expect(ran(home).length).toBeLessThanOrEqual(lines.length + kills);
    expect(await service.counts()).toMatchObject({
      created: lines.length,
      doubled: [],
      undercuts: 0,
      earlyLooks: 0,
    });
  });
});

describe('two runs of one batch at the same time', () => {
  it('make one job a line', async () => {
    const service = await startBatchService({ stepsMost: 1 });
    const { env, home, batch } = batchHome(service, lines);
    const runs = [1, 2].map(() => startMeasured(words, { home, env }).ended);
    const ends = await Promise.all(runs);
    process.stdout.write(`exits ${ends.map(({ code }) => code).join(', ')}\n`);
    expect(ends.some(({ code }) => code === 0)).toBe(true);
    const last = await batch();
    expect(last.code, last.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: lines.length, doubled: [], conflicts: 0 });
    expect(wrongFiles(join(home, 'out'), lines)).toEqual([]);
  });

  it('from two homes, each with its own journal, make one job a line', async () => {
    const service = await startBatchService({ stepsMost: 1 });
    const homes = ['key-one', 'key-two'].map((key) => batchHome(service, lines, key));
    const ends = await Promise.all(homes.map(({ batch }) => batch()));
    for (const { code, stderr } of ends) expect(code, stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: lines.length, doubled: [], conflicts: 0 });
    for (const { home } of homes) expect(wrongFiles(join(home, 'out'), lines)).toEqual([]);
  });
});

describe('a batch that is interrupted with 25 jobs in flight', () => {
  async function inFlight(more: readonly string[] = []) {
    const service = await startBatchService({ isHeld: true });
    const machine = batchHome(service, lines);
    const run = startMeasured([...words, ...more], { home: machine.home, env: machine.env });
    await service.untilInFlight(25);
    return { service, run, home: machine.home, env: machine.env };
  }

  it.each(sample(['SIGINT', 'SIGTERM'] as const, () => 'a signal', 2))(
    'by %s is gone within two seconds, and the line that it prints resumes it',
    async (signal) => {
      const { env, home, run, service } = await inFlight();
      const signaledMs = monotonicMs();
      run.kill(signal);
      const ended = await run.ended;
      const tookMs = monotonicMs() - signaledMs;
      process.stdout.write(`${signal}: gone after ${tookMs.toFixed(0)} ms\n`);
      expect(tookMs).toBeLessThan(2000);
      expect(ended.code, ended.stderr).toBe(signal === 'SIGINT' ? 130 : 143);
      const resume = hintedLines(ended.stderr).find((line) => line.startsWith('genctl batch '));
      expect(resume, ended.stderr).toBeDefined();
      await service.change({ isHeld: false });
      await service.nextProcess();
      const typed = await typeLine(home, resume ?? '', env);
      expect(typed.code, typed.stderr).toBe(0);
      expect(await service.counts()).toMatchObject({
        created: lines.length,
        doubled: [],
        conflicts: 0,
        undercuts: 0,
        earlyLooks: 0,
      });
      expect(wrongFiles(join(home, 'out'), lines)).toEqual([]);
    },
  );

  it('with --on-interrupt cancel cancels them all; a second signal ends that at once', async () => {
    const canceled = await inFlight(['--on-interrupt', 'cancel']);
    canceled.run.kill('SIGINT');
    expect((await canceled.run.ended).code).toBe(130);
    expect(await canceled.service.counts()).toMatchObject({ cancels: 25, inFlight: 0 });
    const twice = await inFlight(['--on-interrupt', 'cancel']);
    twice.run.kill('SIGINT');
    await twice.run.until(/./);
    twice.run.kill('SIGINT');
    const signaledMs = monotonicMs();
    const ended = await twice.run.ended;
    expect(monotonicMs() - signaledMs).toBeLessThan(2000);
    expect(ended.code ?? ended.signal, ended.stderr).toSatisfy((end) => end === 130 || end === 'SIGINT');
  });
});
