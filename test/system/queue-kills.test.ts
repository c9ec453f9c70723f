import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { MeasuredRun } from './fixtures/batch/measured-run.ts';
import { proofSeed, seeded } from './fixtures/batch/seeded.ts';
import { idealMs } from './fixtures/batch/service-rules.ts';
import { readReport, wrongFiles } from './fixtures/batch/shots.ts';
import { queuePlaces, until } from './fixtures/queue/queue-places.ts';
import { startWorker } from './fixtures/queue/workers.ts';
import { sizes } from './fixtures/sizes.ts';

const { linesAKill, queuedCap, queuedLines, queuedSlots } = sizes;

describe('four workers, one of them killed again and again, and a store that is killed once', () => {
  it(`carry ${queuedLines} lines: none is lost, none doubled, and no pause is undercut`, {
    timeout: 3_600_000,
  }, async () => {
    const { env, home, lines, out, redis, service, startFeed } = await queuePlaces(queuedLines, {
      cap: queuedCap,
    });
    const place = { url: redis.url, out, env, slots: queuedSlots };
    const workers = await Promise.all([1, 2, 3, 4].map(() => startWorker(place)));
    const chance = seeded(proofSeed());
    const feeding = startFeed('--report', 'report.ndjson');
    const kills = killInTurn(workers, () => startWorker(place), {
      chance,
      createdLines: (least) => until(service.counts, ({ created }) => created >= least),
    });
    await until(service.counts, ({ created }) => created >= queuedLines / 2);
    await redis.restart();
    const ended = await feeding.ended;
    const killed = await kills;
    expect(ended.code, ended.stderr.slice(-2000)).toBe(0);
    const counts = await service.counts();
    const ideal = idealMs(
      lines.map(({ prompt }) => prompt),
      service.rules,
    );
    process.stdout.write(
      `${(ended.tookMs / 1000).toFixed(0)} s, ${(ended.tookMs / ideal).toFixed(2)} of the ideal time, ${killed} workers killed, ` +
        `feeder ${ended.peakMib.toFixed(0)} MiB, ${((counts.refused / queuedLines) * 100).toFixed(2)} % 429s: ${JSON.stringify(counts)}\n`,
    );
    expect(counts).toMatchObject({ created: queuedLines, doubled: [], conflicts: 0, keysOfSeveralBodies: 0 });
    // From a moment after a 429 was answered, as it has to reach the worker and the store, until its Retry-After is over.
    expect(counts).toMatchObject({ undercuts: 0, offenders: [] });
    // The parts of files that a killed worker was fetching have an ending of their own, and are swept within a day.
    expect(wrongFiles(out, lines).filter((name) => !name.endsWith('.part'))).toEqual([]);
    expect(readReport(home).map(({ id, status }) => `${id} ${status}`)).toEqual(
      lines.map(({ id }) => `${id} succeeded`),
    );
    expect(readdirSync(out).filter((name) => name.endsWith('.png'))).toHaveLength(queuedLines);
  });
});

/** Kills a worker of chance whenever some lines more are made, and starts another one on a machine of its own. Resolves with how many. */
async function killInTurn(
  workers: MeasuredRun[],
  start: () => Promise<MeasuredRun>,
  { chance, createdLines }: { chance: () => number; createdLines: (least: number) => Promise<unknown> },
): Promise<number> {
  const kills = Math.ceil(queuedLines / linesAKill) - 1;
  for (let kill = 1; kill <= kills; kill += 1) {
    await createdLines(kill * linesAKill);
    const place = Math.floor(chance() * workers.length);
    workers[place]?.kill('SIGKILL');
    workers[place] = await start();
  }
  return kills;
}
