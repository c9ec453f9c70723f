import { expect, it } from 'vitest';
import type { HeldLine } from '../../../src/queue/serve/held-line.ts';
import { noteJob } from '../../../src/queue/serve/left-to-lock.ts';
import { StoreRefusalError } from '../../../src/queue/store/store-refusal.ts';

/** A line whose notes the store takes down as it is told to. */
function lineNotedBy(note: HeldLine['note']): HeldLine {
  return { note } as HeldLine;
}

it('a job is not followed while the store has not taken down whose line made it', async () => {
  let take = (): void => {};
  const noted: unknown[] = [];
  const shot = lineNotedBy(async (change) => {
    await new Promise<void>((resolve) => (take = resolve));
    noted.push(change);
  });
  let isOver = false;
  const noting = noteJob(shot, 'job_1', () => {}).then(() => (isOver = true));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  take();
  await noting;
  expect(noted).toEqual([{ job: 'job_1' }]);
});

it('a store that refuses that keeps nobody from following the job, and is told', async () => {
  const warnings: string[] = [];
  const shot = lineNotedBy(async () => {
    throw new StoreRefusalError('redis://127.0.0.1', new Error('OOM'));
  });
  await noteJob(shot, 'job_1', (message) => warnings.push(message));
  expect(warnings).toEqual([expect.stringContaining('job_1 is known by its key alone')]);
});
