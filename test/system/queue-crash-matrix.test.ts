import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { startBatchService } from './fixtures/batch/batch-service.ts';
import { proveWorkerCrash, traceWorker, type WorkerCrash } from './fixtures/queue/crash-worker.ts';

/** Cases that run side by side. */
const atOnce = 2;

describe('a worker that is killed -9 at any step of a line', () => {
  it('leaves it to the next one: one job, one key, one right file', { timeout: 3_600_000 }, async () => {
    const service = await startBatchService({ stepMs: 200, stepsMost: 1 });
    const trace = await traceWorker(service);
    // What comes after the last word to the store is no part of a line.
    const steps = trace.slice(0, trace.lastIndexOf('store') + 1);
    expect(steps).toEqual(expect.arrayContaining(['store', 'service', 'fdatasyncSync']));
    const cases = steps.flatMap((step, place): WorkerCrash[] =>
      (['before', 'after'] as const).map((when) => ({
        at: place + 1,
        when,
        step,
        sameMachine: place % 2 === 0,
      })),
    );
    const chosen = sample(cases, ({ step, when }) => `${isWord(step) ? step : 'disk'} ${when}`, 40);
    for (let from = 0; from < chosen.length; from += atOnce)
      await Promise.all(chosen.slice(from, from + atOnce).map((crash) => proveWorkerCrash(service, crash)));
    const counts = await service.counts();
    process.stdout.write(`${chosen.length} of ${cases.length} cases: ${counts.replayed} replayed\n`);
    expect(counts).toMatchObject({
      created: chosen.length + 1,
      doubled: [],
      conflicts: 0,
      keysOfSeveralBodies: 0,
    });
  });
});

/** Whether a step is a word to the store or the service, and not a change of the disk. */
function isWord(step: string): boolean {
  return step === 'store' || step === 'service';
}
