import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { batchHome } from './fixtures/batch/batch-home.ts';
import { startBatchService } from './fixtures/batch/batch-service.ts';
import { startMeasured } from './fixtures/batch/measured-run.ts';
import { readReport, shotLines } from './fixtures/batch/shots.ts';
import { sizes } from './fixtures/sizes.ts';

const limits = { timeout: 1_800_000 };

/** A manifest of so many lines, which is never whole in memory. */
function writeLong(path: string, lineOf: (number: number) => string, count: number): void {
  const file = openSync(path, 'w');
  for (let first = 1; first <= count; first += 10_000) {
    const block = Array.from({ length: Math.min(10_000, count - first + 1) }, (_, place) =>
      lineOf(first + place),
    );
    writeSync(file, `${block.join('\n')}\n`);
  }
  closeSync(file);
}

describe('a long manifest', () => {
  it.each([
    [
      'jsonl',
      'a service',
      sizes.jsonlLines,
      '',
      (n: number) => JSON.stringify({ id: `s${n}`, prompt: `a fox in snow, take ${n}` }),
    ],
    // Its price list knows the price of each line.
    [
      'jsonl',
      'the embedded sandbox',
      sizes.jsonlLines,
      '',
      (n: number) => JSON.stringify({ id: `s${n}`, prompt: `a fox in snow, take ${n}` }),
    ],
    [
      'csv',
      'a service',
      sizes.csvLines,
      'id,prompt,seed\n',
      (n: number) => `s${n},"a fox, in snow, take ${n}",${n % 1000}`,
    ],
  ] as const)(
    'in %s, for %s, of %d lines, is checked in one pass with less than 200 MB',
    limits,
    async (format, target, count, head, lineOf) => {
      const service = await startBatchService();
      const { env, home } = batchHome(service);
      writeLong(join(home, `long.${format}`), (number) => (number === 1 ? head : '') + lineOf(number), count);
      const where = target === 'a service' ? [] : ['--sandbox'];
      const words = ['batch', `long.${format}`, '-m', 'vendor-a/image-1', '--dry-run', ...where];
      const ended = await startMeasured(words, { home, env }).ended;
      const microseconds = ((ended.cpuMs * 1000) / count).toFixed(0);
      process.stdout.write(`${format}: ${microseconds} µs of CPU a line, ${ended.peakMib.toFixed(0)} MiB\n`);
      expect(ended.code, ended.stderr).toBe(0);
      expect(ended.stdout).toContain(`${count} lines, ${count} new`);
      expect(ended.peakMib).toBeLessThan(200);
      expect((await service.counts()).submits).toBe(0);
    },
  );
});

const jobs = sizes.jobsInFlight;

describe(`${jobs} jobs in flight`, () => {
  it('are followed by one process, and none is looked at early', limits, async () => {
    const service = await startBatchService({ cap: jobs, isHeld: true, lookSeconds: 30 });
    const { env, home } = batchHome(service, shotLines(jobs));
    const run = startMeasured(['batch', 'shots.jsonl', '--report', 'report.ndjson'], { home, env });
    await service.untilInFlight(jobs);
    await service.change({ isHeld: false });
    const ended = await run.ended;
    const counts = await service.counts();
    process.stdout.write(
      `${ended.peakMib.toFixed(0)} MiB, ${(ended.cpuMs / jobs).toFixed(1)} ms of CPU a job\n`,
    );
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    expect(ended.code, ended.stderr.slice(-2000)).toBe(0);
    expect(ended.peakMib).toBeLessThan(350);
    expect(counts).toMatchObject({
      created: jobs,
      mostInFlight: jobs,
      earlyLooks: 0,
      undercuts: 0,
      doubled: [],
    });
    expect(readReport(home).filter(({ status }) => status === 'succeeded')).toHaveLength(jobs);
  });
});
