import { describe, expect, it } from 'vitest';
import { RetryLater } from '../../../src/api/transport/api-call.ts';
import { setUp, startWait, target } from './waits.ts';

/** A wait for `job_a`, which is looked at each hour unless a callback says more, and the times of the looks. */
function waitByCallbacks(states: Parameters<typeof target>[1]) {
  const { clock, options } = setUp({ floorMs: 3_600_000, timeoutMs: 60_000 });
  const looks: number[] = [];
  const { waiter, whole } = startWait(options);
  const job = target('job_a', states, looks, clock.monotonicMs);
  return {
    clock,
    looks,
    waiter,
    add(changes: Partial<typeof job> = {}) {
      waiter.add({ ...job, ...changes });
      waiter.close();
      return whole;
    },
    async callBackAt(...times: number[]) {
      for (const ms of times) {
        await clock.sleep(ms - clock.monotonicMs());
        waiter.lookSoon('job_a');
      }
    },
  };
}

describe('a callback of a job that is waited for', () => {
  it('has it looked at at once, where the service allows that', async () => {
    const { add, callBackAt, looks } = waitByCallbacks([{ retry_after: 7 }, { status: 'succeeded' }]);
    const [ends] = await Promise.all([add(), callBackAt(20_000)]);
    expect(ends).toMatchObject([{ kind: 'over', job: { status: 'succeeded' } }]);
    expect(looks).toEqual([0, 20_000]);
  });

  it('has it looked at no sooner than the service asks', async () => {
    const { add, callBackAt, looks } = waitByCallbacks([{ retry_after: 7 }, { status: 'succeeded' }]);
    await Promise.all([add(), callBackAt(1_000)]);
    expect(looks).toEqual([0, 7_000]);
  });

  it('costs one look, however often it comes until then, and the look after that waits for its time', async () => {
    const { add, callBackAt, looks } = waitByCallbacks([{ retry_after: 7 }]);
    const thousand = [...Array(1_000).keys()].map((each) => 1_000 + each);
    await Promise.all([add(), callBackAt(...thousand)]);
    expect(looks).toEqual([0, 7_000, 60_000]);
  });

  it('costs no more looks than the service allows, however long forged ones come', async () => {
    const { add, callBackAt, looks } = waitByCallbacks([{ retry_after: 7 }]);
    await Promise.all([add(), callBackAt(...[...Array(600).keys()].map((each) => each * 100))]);
    expect(looks).toEqual([0, 7_000, 14_000, 21_000, 28_000, 35_000, 42_000, 49_000, 56_000]);
  });

  it('that comes during a look has another follow, because the answer may be from before', async () => {
    const { add, clock, looks, waiter } = waitByCallbacks([]);
    await add({
      async poll() {
        looks.push(clock.monotonicMs());
        if (looks.length > 1) return { job: { id: 'job_a', status: 'succeeded' }, retryAfterMs: undefined };
        waiter.lookSoon('job_a');
        return { job: { id: 'job_a', status: 'running', retry_after: 7 }, retryAfterMs: undefined };
      },
    });
    expect(looks).toEqual([0, 7_000]);
  });

  it('does not undercut a service that holds looks back', async () => {
    const later = new RetryLater(30_000, { isSent: true });
    const { add, callBackAt, looks } = waitByCallbacks([later, { status: 'succeeded' }]);
    await Promise.all([add(), callBackAt(10_000, 20_000)]);
    expect(looks).toEqual([0, 30_000]);
  });

  it('does nothing for a job that nobody waits for, or that is over', async () => {
    const { add, looks, waiter } = waitByCallbacks([{ status: 'succeeded' }]);
    expect(waiter.lookSoon('job_b')).toBe(false);
    await add();
    expect(waiter.lookSoon('job_a')).toBe(false);
    expect(looks).toEqual([0]);
  });

  it('that is lost loses nothing: the job is looked at in its time', async () => {
    const { clock, options } = setUp({ floorMs: 10_000 });
    const looks: number[] = [];
    const { waiter, whole } = startWait(options);
    waiter.add(target('job_a', [{ retry_after: 7 }, { status: 'failed' }], looks, clock.monotonicMs));
    waiter.close();
    expect(await whole).toMatchObject([{ kind: 'over' }]);
    expect(looks).toEqual([0, 10_000]);
  });
});
