import { expect, it } from 'vitest';
import { RetryLater } from '../../../src/api/transport/api-call.ts';
import { setUp, startWait, target } from './waits.ts';

/** The times of the looks at a job. Each of `states` is what a look brings, or the time of its back-off where it fails. */
async function looksAt(floorMs: number, states: Parameters<typeof target>[1]): Promise<number[]> {
  const { clock, options } = setUp({ floorMs, timeoutMs: 3_600_000 });
  const looks: number[] = [];
  const { waiter, whole } = startWait(options);
  waiter.add(target('job_a', states, looks, clock.monotonicMs));
  waiter.close();
  await whole;
  return looks;
}

const failed = (untilMs: number) => new RetryLater(untilMs, { isSent: true });
const succeeded = { status: 'succeeded' };

it('a look after one that failed comes no sooner than the interval', async () => {
  expect(await looksAt(10_000, [{}, failed(10_800), failed(21_000), succeeded])).toEqual([
    0, 10_000, 20_000, 30_000,
  ]);
});

it('and no sooner than the last answer asked', async () => {
  expect(await looksAt(0, [{ retry_after: 7 }, failed(7_100), succeeded])).toEqual([0, 7_000, 14_000]);
});

it('nor sooner than its back-off', async () => {
  expect(await looksAt(1_000, [{ retry_after: 1 }, failed(20_000), succeeded])).toEqual([0, 1_000, 20_000]);
});

it('that was held back comes as soon as its account may go on', async () => {
  const held = new RetryLater(7_400, { isSent: false });
  expect(await looksAt(7_000, [{ retry_after: 1 }, held, succeeded])).toEqual([0, 7_000, 7_400]);
});
