import { describe, expect, it } from 'vitest';
import { setUp, startWait, target, waitForJobs } from './waits.ts';

describe('a wait for thousands of jobs', () => {
  it('wakes up once for those whose time is over at about the same time', async () => {
    const { options, clock } = setUp({ timeoutMs: 10_000 });
    let addedMs = 0;
    const ticking = { ...clock, monotonicMs: () => clock.monotonicMs() + addedMs };
    const { waiter, whole } = startWait({ ...options, clock: ticking });
    for (let each = 0; each < 2000; each += 1) {
      addedMs += 0.25;
      waiter.add(target(`job_${each}`, [{ retry_after: 60 }]));
    }
    waiter.close();
    expect(new Set((await whole).map(({ kind }) => kind))).toEqual(new Set(['timed-out']));
    expect(ticking.monotonicMs()).toBeGreaterThanOrEqual(10_500);
    expect(clock.slept.length).toBeLessThan(150);
  });

  it('takes one turn after another without a sleep between them, while some wait for their time to be over', async () => {
    const { options, clock } = setUp({ timeoutMs: 10_000 });
    let sleeps = 0;
    const counted = {
      ...clock,
      sleep(ms: number, signal?: AbortSignal) {
        sleeps += 1;
        return clock.sleep(ms, signal);
      },
    };
    const late = target('job_late', [{ retry_after: 60 }]);
    const jobs = [...Array(1000).keys()].map((each) => target(`job_${each}`, [{ status: 'succeeded' }]));
    const ends = await waitForJobs([late, ...jobs], { ...options, clock: counted });
    expect(ends.filter(({ kind }) => kind === 'over')).toHaveLength(1000);
    expect(sleeps).toBeLessThan(20);
  });
});
