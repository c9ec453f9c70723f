import { describe, expect, it } from 'vitest';
import { reach } from '../sample.ts';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { newHome } from '../transcripts/genctl.ts';
import { type BatchHome, batchHome } from './fixtures/batch/batch-home.ts';
import { startBatchService } from './fixtures/batch/batch-service.ts';
import { monotonicMs } from './fixtures/batch/monotonic.ts';
import { idealMs } from './fixtures/batch/service-rules.ts';
import { type ReportLine, readReport, type ShotLine, shotLines } from './fixtures/batch/shots.ts';
import { sizes } from './fixtures/sizes.ts';

const limits = { timeout: 3_600_000 };
const { sharedCap, sharedLines } = sizes;
const servedLines = reach(40, 200);
const shards = [1, 2, 3, 4];

/** Runs four shards on four machines, and returns what each of them reports. */
async function runShards(
  machines: readonly BatchHome[],
  lines: readonly ShotLine[],
): Promise<ReportLine[][]> {
  for (const machine of machines) machine.write(lines);
  const ends = await Promise.all(
    machines.map(({ run }, place) => {
      const words = ['--shard', `${shards[place]}/4`, '--report', 'report.ndjson'];
      return run(['batch', 'shots.jsonl', '-D', 'out', ...words], { ownProcess: true });
    }),
  );
  for (const { code, stderr } of ends) expect(code, stderr).toBe(0);
  return machines.map(({ home }) => readReport(home));
}

function idsOf(reports: readonly ReportLine[][]): string[] {
  return reports
    .flat()
    .map(({ id }) => id)
    .sort();
}

describe('four shards on four machines', () => {
  it('share the lines of a batch at one account, also after a line was put in', limits, async () => {
    const service = await startBatchService({ cap: sharedCap });
    const lines = shotLines(sharedLines);
    const ideal = idealMs(
      lines.map(({ prompt }) => prompt),
      service.rules,
    );
    const machines = shards.map((shard) => batchHome(service, [], `key-${shard}`));
    const beganMs = monotonicMs();
    const reports = await runShards(machines, lines);
    const overIdeal = (monotonicMs() - beganMs) / ideal;
    expect(idsOf(reports)).toEqual(lines.map(({ id }) => id).sort());
    const counts = await service.counts();
    process.stdout.write(
      `${((counts.refused / sharedLines) * 100).toFixed(1)} % 429s, time ÷ ideal ${overIdeal.toFixed(2)}: ${JSON.stringify(counts)}\n`,
    );
    expect(counts).toMatchObject({
      created: sharedLines,
      // Below its cap an account refuses nothing, and proves nothing.
      mostInFlight: sharedCap,
      doubled: [],
      conflicts: 0,
      undercuts: 0,
      earlyLooks: 0,
    });
    // Four shards find the cap with some twenty refusals, however long the batch is.
    expect(counts.refused).toBeLessThan(Math.max(40, sharedLines / 20));
    const longer: ShotLine[] = [{ ...lines[0], id: 'a first one', prompt: 'put in' } as ShotLine, ...lines];
    await service.nextProcess();
    const later = await runShards(machines, longer);
    expect(idsOf(later)).toEqual(longer.map(({ id }) => id).sort());
    expect(await service.counts()).toMatchObject({ created: sharedLines + 1, submits: counts.submits + 1 });
    // The line that was put in moved no other.
    for (const [place, report] of reports.entries())
      expect(later[place]?.map(({ id }) => id)).toEqual(expect.arrayContaining(report.map(({ id }) => id)));
  });

  it('share them at the sandbox that is served, which takes 25 at once', limits, async () => {
    const served = await serveSandbox(newHome().home, { speed: '20', words: ['--in-flight', '25'] });
    // Pictures as small as they go: what is drawn is not what is shared.
    const lines = shotLines(servedLines).map((line) => ({ ...line, 'set.size': '96x64' }));
    const machines = shards.map(() => batchHome({ account: () => served.account }));
    const reports = await runShards(machines, lines);
    expect(idsOf(reports)).toEqual(lines.map(({ id }) => id));
    expect(new Set(reports.flat().map(({ job }) => job)).size).toBe(servedLines);
  });
});
