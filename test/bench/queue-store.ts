/**
 * What the store of a queue bears for a line: commands, computing, memory. Feeds and renders lines with two workers on this
 * machine, through an empty store that it is given. Prints a few lines; asserts nothing.
 *
 *     redis-server --port 7000 --save '' --appendonly yes --dir "$(mktemp -d)" &
 *     npm run build --silent; npx tsx test/bench/queue-store.ts redis://127.0.0.1:7000 [lines] [cap]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startMeasured } from '../system/fixtures/batch/measured-run.ts';
import { openBatchService } from '../system/fixtures/batch/service-process.ts';
import { shotLines, writeManifest } from '../system/fixtures/batch/shots.ts';

const [url = 'redis://127.0.0.1:7000', count = '2000', cap = '100'] = process.argv.slice(2);
const lines = Number(count);
const store = new Redis(url, { maxRetriesPerRequest: 1 });
const folder = mkdtempSync(join(tmpdir(), 'genctl-bench-'));
const service = await openBatchService({ cap: Number(cap), stepsMost: 3 });

/** What the store has borne since it was started. */
async function borne(): Promise<{ commands: number; cpuMs: number; bytes: number }> {
  const told = await store.info();
  const numberOf = (name: string): number =>
    Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(told)?.[1] ?? 0);
  return {
    commands: numberOf('total_commands_processed'),
    cpuMs: (numberOf('used_cpu_user') + numberOf('used_cpu_sys')) * 1_000,
    bytes: numberOf('used_memory'),
  };
}

function start(name: string, words: readonly string[]) {
  return startMeasured([...words, '--queue', url], {
    home: join(folder, name),
    cwd: folder,
    env: service.account(),
  });
}

try {
  if ((await store.dbsize()) > 0) throw new Error(`${url} is not empty`);
  writeManifest(folder, shotLines(lines));
  const empty = await borne();
  await start('feeder', ['batch', 'shots.jsonl', '--detach']).ended;
  const waiting = await borne();
  const workers = ['one', 'two'].map((name) => start(name, ['worker', '-D', 'out']));
  const feeder = await start('feeder', ['batch', 'shots.jsonl']).ended;
  const over = await borne();
  for (const worker of workers) worker.kill('SIGTERM');
  const ends = await Promise.all(workers.map(({ ended }) => ended));
  const workerCpuMs = ends.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  process.stdout.write(
    [
      `exit ${feeder.code}: ${lines} lines, cap ${cap}, ${(feeder.tookMs / 1_000).toFixed(0)} s`,
      `a line that waits: ${((waiting.bytes - empty.bytes) / lines).toFixed(0)} bytes, ${((waiting.commands - empty.commands) / lines).toFixed(1)} commands to feed it`,
      `a line in all: ${((over.commands - empty.commands) / lines).toFixed(1)} commands, ${((over.cpuMs - empty.cpuMs) / lines).toFixed(2)} ms of the store's computing`,
      `a line: ${(workerCpuMs / lines).toFixed(1)} ms of a worker's computing; most memory of a worker ${Math.max(...ends.map(({ peakMib }) => peakMib)).toFixed(0)} MiB, of the feeder ${feeder.peakMib.toFixed(0)} MiB\n`,
    ].join('\n'),
  );
} finally {
  store.disconnect();
  service.close();
  rmSync(folder, { recursive: true, force: true });
}
