/**
 * How long a batch takes beside the time that its account needs at the least, what it uses, and how often it is refused. Prints a
 * line; asserts nothing. Start it with nothing else running.
 *
 *     npm run build --silent; npx tsx test/bench/batch.ts [lines] [cap]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMeasured } from '../system/fixtures/batch/measured-run.ts';
import { openBatchService } from '../system/fixtures/batch/service-process.ts';
import { idealMs } from '../system/fixtures/batch/service-rules.ts';
import { shotLines, writeManifest } from '../system/fixtures/batch/shots.ts';

const [count = 2000, cap = 25] = process.argv.slice(2).map(Number);
const home = mkdtempSync(join(tmpdir(), 'genctl-bench-'));
// Jobs of four seconds on average: a second is what they are looked at each, and a job is met as over a twentieth of it late.
const service = await openBatchService({ cap, stepsMost: 7 });
const lines = shotLines(count);
writeManifest(home, lines);
try {
  const words = ['batch', 'shots.jsonl', '-D', 'out'];
  const ended = await startMeasured(words, { home, env: service.account() }).ended;
  const counts = await service.counts();
  const ideal = idealMs(
    lines.map(({ prompt }) => prompt),
    service.rules,
  );
  process.stdout.write(
    [
      `exit ${ended.code}: ${count} lines, ${counts.created} jobs, ${counts.doubled.length} doubled`,
      `time ÷ ideal ${(ended.tookMs / ideal).toFixed(3)} (${(ideal / 1000).toFixed(0)} s)`,
      `429s ${counts.refused} (${((counts.refused / count) * 100).toFixed(1)} %), undercut ${counts.undercuts}`,
      `looks ${counts.looks}, early ${counts.earlyLooks}`,
      `${(ended.cpuMs / count).toFixed(1)} ms of CPU a shot, ${ended.peakMib.toFixed(0)} MiB\n`,
    ].join('\n'),
  );
} finally {
  service.close();
  rmSync(home, { recursive: true, force: true });
}
