import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reach, sample } from '../sample.ts';
import { hintedLines, typeLine } from '../transcripts/fixtures/type-line.ts';
import { batchHome } from './fixtures/batch/batch-home.ts';
import { startBatchService } from './fixtures/batch/batch-service.ts';
import { readReport, type ShotLine, shotLines, wrongFiles } from './fixtures/batch/shots.ts';

/** Jobs that are over after a second, and room for all of them. */
const quick = { stepsMost: 1, cap: 200 } as const;

const count = reach(20, 100);
const tenth = count / 10;

/** Every tenth line fails. */
function failing(how: string): ShotLine[] {
  return shotLines(count, (number) => (number % 10 === 0 ? `shot ${number} fails ${how}` : `shot ${number}`));
}

describe('lines whose jobs fail', () => {
  it('stay failed in a second run, and have one more attempt with --retry-failed', async () => {
    const service = await startBatchService(quick);
    const { batch, home } = batchHome(service, failing('once provider_failed'));
    const first = await batch('--report', 'report.ndjson');
    expect(first.code, first.stderr).toBe(5);
    expect(readReport(home).filter(({ error }) => error?.code === 'provider_failed')).toHaveLength(tenth);
    const second = await batch();
    expect(second.code, second.stderr).toBe(5);
    expect((await service.counts()).submits).toBe(count);
    const retried = await batch('--retry-failed', '--report', 'report.ndjson');
    expect(retried.code, retried.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: count + tenth, doubled: [], conflicts: 0 });
    expect(readReport(home).filter(({ attempt }) => attempt === 2)).toHaveLength(tenth);
    expect(wrongFiles(join(home, 'out'), failing('once provider_failed'))).toEqual([]);
    expect((await batch('--retry-failed')).code).toBe(0);
    expect((await service.counts()).submits).toBe(count + tenth);
  });

  it('are tried up to as many times as --attempts says where the failure is the service’s, over runs', async () => {
    const service = await startBatchService(quick);
    const { batch } = batchHome(service, failing('internal'));
    expect((await batch('--attempts', '3')).code).toBe(5);
    expect((await service.counts()).created).toBe(count + 2 * tenth);
    expect((await batch('--attempts', '3')).code).toBe(5);
    expect((await service.counts()).created).toBe(count + 2 * tenth);
    expect((await batch('--attempts', '4')).code).toBe(5);
    expect((await service.counts()).created).toBe(count + 3 * tenth);
  });

  it('are tried once where the request is at fault', async () => {
    const service = await startBatchService(quick);
    const { batch } = batchHome(service, failing('provider_rejected'));
    expect((await batch('--attempts', '3')).code).toBe(5);
    expect((await service.counts()).created).toBe(count);
  });

  it.each(sample(['jsonl', 'csv'], () => 'a format', 2))(
    'are in a manifest of their own (%s), which is mended and run',
    async (format) => {
      const service = await startBatchService(quick);
      const machine = batchHome(service);
      const { home, run } = machine;
      const lines = failing('provider_rejected');
      const rows = ['id,prompt,model', ...lines.map(({ id, model, prompt }) => `${id},"${prompt}",${model}`)];
      if (format === 'csv') writeFileSync(join(home, 'shots.csv'), `${rows.join('\r\n')}\r\n`);
      else machine.write(lines);
      const failed = join(home, `failed.${format}`);
      const first = await run(['batch', `shots.${format}`, '-D', 'out', '--failed', failed]);
      expect(first.code, first.stderr).toBe(5);
      const text = readFileSync(failed, 'utf8');
      expect(text.match(/provider_rejected: /g)).toHaveLength(tenth);
      writeFileSync(
        failed,
        text.replaceAll(/ fails provider_rejected(?=")|(?<=shot \d+) fails provider_rejected/g, ''),
      );
      const mended = await run(['batch', failed, '-D', 'out', '--batch', 'mended']);
      expect(mended.code, mended.stderr).toBe(0);
      expect(await service.counts()).toMatchObject({ created: count + tenth, doubled: [] });
      expect(wrongFiles(join(home, 'out'), shotLines(count))).toEqual([]);
    },
  );
});

describe('a batch whose account runs out of balance', () => {
  it('waits for what it sent, ends with 15, and goes on by the line that is told once there is more', async () => {
    const service = await startBatchService({ ...quick, balanceJobs: 4 * tenth });
    const lines = shotLines(count);
    const { batch, env, home } = batchHome(service, lines);
    const ended = await batch('--report', 'report.ndjson');
    expect(ended.code, ended.stderr).toBe(15);
    expect(ended.stderr).toContain(`${6 * tenth} were not sent`);
    const states = readReport(home).map(({ status }) => status);
    expect(states.filter((status) => status === 'succeeded')).toHaveLength(4 * tenth);
    expect(states.filter((status) => status === 'unsent')).toHaveLength(6 * tenth);
    const before = await service.counts();
    expect(before).toMatchObject({ created: 4 * tenth, inFlight: 0 });
    // Those that were on their way as the first one was refused, and none after it.
    expect(before.submits).toBeLessThanOrEqual(4 * tenth + 8);
    await service.change({ balanceJobs: null });
    await service.nextProcess();
    const resume = hintedLines(ended.stderr).flatMap((line) => /genctl batch .*/.exec(line)?.[0] ?? []);
    expect(resume, ended.stderr).toHaveLength(1);
    const typed = await typeLine(home, resume[0] ?? '', env);
    expect(typed.code, typed.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: count, doubled: [], conflicts: 0 });
    expect(wrongFiles(join(home, 'out'), lines)).toEqual([]);
  });
});

describe('an account that does not say when there is room again', () => {
  it('is asked by one submit after another, and takes all lines in the end', async () => {
    const service = await startBatchService({ stepsMost: 1, cap: 10, retryAfterSeconds: null });
    const lines = shotLines(reach(40, 100));
    const { batch, home } = batchHome(service, lines);
    const ended = await batch();
    expect(ended.code, ended.stderr).toBe(0);
    const counts = await service.counts();
    process.stdout.write(`${counts.refused} 429s without a Retry-After\n`);
    expect(counts).toMatchObject({ created: lines.length, mostInFlight: 10, doubled: [], earlyLooks: 0 });
    expect(counts.refused).toBeLessThan(20);
    expect(wrongFiles(join(home, 'out'), lines)).toEqual([]);
  });
});
