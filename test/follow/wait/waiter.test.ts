import { describe, expect, it } from 'vitest';
import { AuthError, NotFoundError } from '../../../src/errors/endings.ts';
import type { WaitTarget } from '../../../src/follow/wait/target.ts';
import { setUp, target, waitForJobs } from './waits.ts';

describe('waiting for jobs', () => {
  it('looks until the job is over, and says each change of state once', async () => {
    const { options, events } = setUp();
    const states = [
      { status: 'queued', retry_after: 2 },
      { retry_after: 2 },
      { retry_after: 2 },
      { status: 'succeeded' },
    ];
    const ends = await waitForJobs([target('job_a', states)], options);
    expect(ends).toMatchObject([{ kind: 'over', id: 'job_a', job: { status: 'succeeded' } }]);
    expect(events.flatMap((event) => (event.kind === 'state' ? [event.status] : []))).toEqual([
      'queued',
      'running',
      'succeeded',
    ]);
  });

  it('tells how old a job is however late it is waited for, and once it is over how long it took', async () => {
    const { options, events } = setUp();
    const took = { created_at: '2026-03-01T10:00:00Z', completed_at: '2026-03-01T10:12:03Z' };
    const states = [{ retry_after: 2 }, { status: 'succeeded', ...took }];
    await waitForJobs([{ ...target('job_a', states), ageMs: 600_000 }], options);
    await waitForJobs([{ ...target('job_b', [{ status: 'failed' }]), ageMs: 5_000 }], options);
    expect(events.flatMap((event) => (event.kind === 'state' ? [event.ageMs] : []))).toEqual([
      600_000, 723_000, 5_000,
    ]);
  });

  it('never looks sooner than the service asks', async () => {
    const { options, clock } = setUp();
    const looks: number[] = [];
    await waitForJobs(
      [
        target(
          'job_a',
          [{ retry_after: 7 }, { retry_after: 3 }, { status: 'failed' }],
          looks,
          clock.monotonicMs,
        ),
      ],
      options,
    );
    expect(looks).toEqual([0, 7_000, 10_000]);
  });

  it('looks at many jobs at once, each at its own pace', async () => {
    const { options } = setUp();
    const targets = Array.from({ length: 500 }, (_, index) =>
      target(`job_${index}`, [
        { retry_after: 1 + (index % 3) },
        { status: index % 2 === 0 ? 'succeeded' : 'failed' },
      ]),
    );
    const ends = await waitForJobs(targets, options);
    expect(ends.map(({ id }) => id)).toEqual(targets.map(({ id }) => id));
    expect(ends.filter((end) => end.kind === 'over' && end.job.status === 'succeeded')).toHaveLength(250);
  });

  it('does not look at a job that is known to be over', async () => {
    const { options } = setUp();
    const looks: number[] = [];
    const done: WaitTarget = { ...target('job_a', [{}], looks), known: { id: 'job_a', status: 'succeeded' } };
    expect(await waitForJobs([done], options)).toMatchObject([{ kind: 'over' }]);
    expect(looks).toEqual([]);
  });

  it('stops at its time limit without a last look that the service asks not to make', async () => {
    const { options, clock } = setUp({ timeoutMs: 10_000 });
    const looks: number[] = [];
    const ends = await waitForJobs(
      [target('job_a', [{ retry_after: 4 }], looks, clock.monotonicMs)],
      options,
    );
    expect(ends).toMatchObject([{ kind: 'timed-out', job: { status: 'running' } }]);
    expect(looks).toEqual([0, 4_000, 8_000]);
    expect(clock.monotonicMs()).toBe(10_000);
  });

  it('looks a last time at its time limit where only its own pace would be later', async () => {
    const { options, clock } = setUp({ timeoutMs: 10_000, floorMs: 8_000 });
    const looks: number[] = [];
    const job = target('job_a', [{ retry_after: 2 }], looks, clock.monotonicMs);
    expect(await waitForJobs([job], options)).toMatchObject([{ kind: 'timed-out' }]);
    expect(looks).toEqual([0, 8_000, 10_000]);
  });

  it('looks a last time after a sleep of the machine in which what was asked is over, too', async () => {
    const { options, clock } = setUp({ timeoutMs: 10_000 });
    const looks: number[] = [];
    const job = target('job_a', [{ retry_after: 20 }, { status: 'succeeded' }], looks, clock.monotonicMs);
    // The machine sleeps for an hour while the wait does.
    const asleep = {
      ...options.clock,
      sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms + 3_600_000, signal),
    };
    expect(await waitForJobs([job], { ...options, clock: asleep })).toMatchObject([{ kind: 'over' }]);
    expect(looks).toEqual([0, 3_610_000]);
  });

  it('looks a few milliseconds late rather than early', async () => {
    const { options, clock } = setUp({ floorMs: 1_001 });
    const looks: number[] = [];
    const states = [{ retry_after: 1 }, { retry_after: 1 }, { status: 'succeeded' }];
    await waitForJobs([target('job_a', states, looks, clock.monotonicMs)], options);
    expect(looks[1]).toBeGreaterThanOrEqual(1_001);
    expect(looks[1]).toBeLessThanOrEqual(1_021);
    expect((looks[2] ?? 0) - (looks[1] ?? 0)).toBeGreaterThanOrEqual(1_001);
  });

  it('sleeps on where a timer can not be set for as long as it is to sleep', async () => {
    const { options, clock } = setUp();
    const looks: number[] = [];
    const states = [{ retry_after: 3e9 }, { status: 'succeeded' }];
    await waitForJobs([target('job_a', states, looks, clock.monotonicMs)], options);
    expect(Math.max(...clock.slept)).toBeLessThan(2 ** 31);
    expect(looks[1]).toBeGreaterThanOrEqual(2 ** 31 - 1);
  });

  it.each([0, 10, -10, 120, -120])(
    'without a time limit waits for the deadline of the job and a minute, by a clock %s min ahead',
    async (aheadMin) => {
      const { options, clock } = setUp({ timeoutMs: undefined });
      const serviceNowMs = () => clock.nowMs() - aheadMin * 60_000;
      const deadline_at = new Date(serviceNowMs() + 300_000).toISOString();
      const job = { ...target('job_a', [{ retry_after: 30, deadline_at }]), serviceNowMs };
      expect(await waitForJobs([job], options)).toMatchObject([{ kind: 'timed-out' }]);
      expect(clock.monotonicMs()).toBe(360_000);
    },
  );

  it('keeps its time limit when the service’s time jumps', async () => {
    const { options, clock } = setUp({ timeoutMs: undefined });
    const deadline_at = new Date(clock.nowMs() + 300_000).toISOString();
    const serviceNowMs = () => clock.nowMs() - (clock.monotonicMs() > 60_000 ? 3_600_000 : 0);
    const job = { ...target('job_a', [{ retry_after: 30, deadline_at }]), serviceNowMs };
    expect(await waitForJobs([job], options)).toMatchObject([{ kind: 'timed-out' }]);
    expect(clock.monotonicMs()).toBe(360_000);
  });

  it('of a service that does not tell its time lets a job take as long as it may from its begin', async () => {
    const { options, clock } = setUp({ timeoutMs: undefined });
    const span = { created_at: '2020-03-01T10:00:00Z', deadline_at: '2020-03-01T10:05:00Z' };
    await waitForJobs([target('job_a', [{ retry_after: 30, ...span }])], options);
    expect(clock.monotonicMs()).toBe(360_000);
  });

  it('looks at a v1 job every five seconds, for three quarters of an hour at most', async () => {
    const { options, clock } = setUp({ timeoutMs: undefined });
    const looks: number[] = [];
    const task: WaitTarget = { ...target('cgt-1', [{}], looks, clock.monotonicMs), route: 'tasks' };
    expect(await waitForJobs([task], options)).toMatchObject([{ kind: 'timed-out' }]);
    expect(looks.slice(0, 3)).toEqual([0, 5_000, 10_000]);
    expect(clock.monotonicMs()).toBe(45 * 60_000);
  });

  it('never looks sooner at a v1 job than it is told to', async () => {
    const { options, clock } = setUp({ floorMs: 8_000 });
    const looks: number[] = [];
    const states = [{}, { retry_after: 12 }, { status: 'succeeded' }];
    await waitForJobs([{ ...target('cgt-1', states, looks, clock.monotonicMs), route: 'tasks' }], options);
    expect(looks).toEqual([0, 8_000, 20_000]);
  });

  it('lists those that are left as often as it can afford to', async () => {
    const { options, events } = setUp();
    const jobs = Array.from({ length: 3_000 }, (_, index) =>
      target(`job_${index}`, [{ retry_after: 1 }, { retry_after: 1 }, { status: 'succeeded' }]),
    );
    await waitForJobs(jobs, options);
    const lists = events.flatMap((event) => (event.kind === 'waiting' ? [event.jobs.length] : []));
    expect(lists[0]).toBe(3_000);
    expect(lists.reduce((sum, length) => sum + length, 0)).toBeLessThan(30 * jobs.length);

    const few = setUp();
    const states = [{ retry_after: 1 }, { retry_after: 1 }, { status: 'succeeded' }];
    await waitForJobs([target('job_a', states), target('job_b', states)], few.options);
    const told = few.events.filter(({ kind }) => kind === 'waiting');
    expect(told.length).toBeGreaterThanOrEqual(2);
  });

  it('goes on past a status that nobody has heard of', async () => {
    const { options } = setUp();
    const ends = await waitForJobs(
      [target('job_a', [{ status: 'paused', retry_after: 1 }, { status: 'succeeded' }])],
      options,
    );
    expect(ends).toMatchObject([{ kind: 'over', job: { status: 'succeeded' } }]);
  });

  it('with any, stops at the first that is over and leaves the others', async () => {
    const { options } = setUp({ any: true });
    const slow = target('job_slow', [{ retry_after: 60 }, { status: 'succeeded' }]);
    const ends = await waitForJobs(
      [slow, target('job_fast', [{ retry_after: 1 }, { status: 'succeeded' }])],
      options,
    );
    expect(ends).toMatchObject([{ kind: 'left', job: { status: 'running' } }, { kind: 'over' }]);
  });

  it('with fail-fast, a success does not stop the others and a failure does', async () => {
    const { options } = setUp({ failFast: true });
    const ends = await waitForJobs(
      [
        target('job_good', [{ retry_after: 1 }, { status: 'succeeded' }]),
        target('job_bad', [{ retry_after: 5 }, { status: 'failed' }]),
        target('job_slow', [{ retry_after: 60 }, { status: 'succeeded' }]),
      ],
      options,
    );
    expect(ends.map(({ kind }) => kind)).toEqual(['over', 'over', 'left']);
  });

  it('leaves every job as it is when it is interrupted in its sleep', async () => {
    const { options, interrupt } = setUp();
    const sleeper = { ...options, clock: { ...options.clock, sleep: asleepUntilAborted } };
    const waiting = waitForJobs([target('job_a', [{ retry_after: 60 }])], sleeper);
    setImmediate(() => interrupt.abort());
    expect(await waiting).toMatchObject([{ kind: 'left', id: 'job_a', job: { status: 'running' } }]);
  });

  it('reports a job that can not be looked at, and goes on with the others', async () => {
    const { options } = setUp();
    const gone = target('job_gone', [new NotFoundError({ code: 'job_not_found', message: 'No job' })]);
    const ends = await waitForJobs(
      [gone, target('job_a', [{ retry_after: 1 }, { status: 'succeeded' }])],
      options,
    );
    expect(ends.map(({ kind }) => kind)).toEqual(['failed', 'over']);
  });

  it('stops altogether when the key is refused', async () => {
    const { options } = setUp();
    const refused = target('job_a', [
      { retry_after: 1 },
      new AuthError({ code: 'unauthorized', message: 'No' }),
    ]);
    const ends = await waitForJobs([refused, target('job_b', [{ retry_after: 60 }])], options);
    expect(ends.map(({ kind }) => kind)).toEqual(['failed', 'left']);
  });
});

function asleepUntilAborted(_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}
