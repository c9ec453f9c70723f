import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/api/transport/clock.ts';
import type { WaitEnd } from '../../../src/follow/wait/target.ts';
import type { Job } from '../../../src/service/job.ts';
import { isOver } from '../../../src/service/lifecycle.ts';
import { setUp, startWait, target, waitForJobs } from './waits.ts';

describe('a wait that takes on jobs while it goes on', () => {
  it('tells each end as it comes, and is over when it is closed and all are', async () => {
    const { options, clock } = setUp();
    const told: string[] = [];
    const { waiter, whole } = startWait(options, ({ id }) => {
      told.push(`${id} at ${clock.monotonicMs()}`);
      if (id === 'job_a') waiter.add(target('job_c', [{ retry_after: 2 }, { status: 'failed' }]));
      if (id === 'job_c') waiter.close();
    });
    waiter.add(target('job_a', [{ retry_after: 3 }, { status: 'succeeded' }]));
    waiter.add(target('job_b', [{ retry_after: 4 }, { status: 'succeeded' }]));
    await whole;
    expect(told).toEqual(['job_a at 3000', 'job_b at 4000', 'job_c at 5000']);
  });

  it('goes on with none in it until it is closed', async () => {
    const { options } = setUp();
    const { waiter, whole } = startWait(options);
    await new Promise((resolve) => setImmediate(resolve));
    waiter.add({ ...target('job_a', [{}]), known: { id: 'job_a', status: 'succeeded' } });
    await new Promise((resolve) => setImmediate(resolve));
    waiter.close();
    expect(await whole).toMatchObject([{ kind: 'over', id: 'job_a' }]);
    expect(() => waiter.add(target('job_b', [{}]))).toThrow('closed');
  });

  it('counts the time limit of each from when it was added', async () => {
    const { options, clock } = setUp({ timeoutMs: 10_000 });
    const ended: number[] = [];
    const { waiter, whole } = startWait(options, ({ id }) => {
      ended.push(clock.monotonicMs());
      if (id === 'job_a') waiter.add(target('job_b', [{ retry_after: 4 }]));
      else waiter.close();
    });
    waiter.add(target('job_a', [{ retry_after: 4 }]));
    expect(await whole).toMatchObject([{ kind: 'timed-out' }, { kind: 'timed-out' }]);
    expect(ended).toEqual([10_000, 20_000]);
  });

  it('leaves what is added once it was stopped, and looks at it no more', async () => {
    const { options, interrupt } = setUp();
    const looks: number[] = [];
    const { waiter, whole } = startWait(options, ({ id }) => {
      if (id === 'job_a') waiter.add(target('job_b', [{}], looks));
    });
    waiter.add(target('job_a', [{ retry_after: 60 }]));
    interrupt.abort();
    expect(await whole).toMatchObject([
      { kind: 'left', id: 'job_a' },
      { kind: 'left', id: 'job_b' },
    ]);
    expect(looks).toEqual([]);
  });

  it('holds two thousand jobs, half of them added one by one as others end', async () => {
    const { options } = setUp();
    const states = (index: number): Partial<Job>[] => [
      { status: 'queued', retry_after: 1 + (index % 7) },
      { retry_after: 2 + (index % 5) },
      { status: index % 10 === 0 ? 'failed' : 'succeeded' },
    ];
    const kept = new Set<string>();
    const ends = new Map<string, WaitEnd>();
    let added = 1_000;
    const onJob = (id: string, { job }: { job: Job }) => void (isOver(job) && kept.add(id));
    const { waiter, whole } = startWait({ ...options, onJob }, (end) => {
      ends.set(end.id, end);
      if (added === 2_000) return;
      waiter.add(target(`job_${added}`, states(added)));
      added += 1;
      if (added === 2_000) waiter.close();
    });
    for (let index = 0; index < 1_000; index += 1) waiter.add(target(`job_${index}`, states(index)));
    expect(await whole).toHaveLength(2_000);
    expect(ends.size).toBe(2_000);
    expect(kept.size).toBe(2_000);
    expect([...ends.values()].every(({ kind }) => kind === 'over')).toBe(true);
  });
});

describe('the sleep of a wait', () => {
  it('is not cut short by a look at a job that is due later', async () => {
    const { options, clock } = setUp({ timeoutMs: 25_000 });
    let sleeps = 0;
    const sleep: Clock['sleep'] = (ms, signal) => {
      sleeps += 1;
      return clock.sleep(ms, signal);
    };
    const targets = Array.from({ length: 8 }, (_, index) => ({
      ...target(`job_${index}`, [{}]),
      async poll() {
        await clock.sleep(100 + index);
        return { job: { id: `job_${index}`, status: 'running', retry_after: 10 }, retryAfterMs: undefined };
      },
    }));
    const ends = await waitForJobs(targets, { ...options, clock: { ...clock, sleep } });
    expect(ends.every(({ kind }) => kind === 'timed-out')).toBe(true);
    // Each job is looked at three times.
    expect(sleeps).toBeLessThan(24);
  });
});
