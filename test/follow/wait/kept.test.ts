import { describe, expect, it } from 'vitest';
import { MachineError } from '../../../src/errors/endings.ts';
import type { WaitTarget } from '../../../src/follow/wait/target.ts';
import { setUp, target, waitForJobs } from './waits.ts';

describe('a state that can not be written down', () => {
  const full = new MachineError({ code: 'store_failed', message: 'full', hint: 'make room' });

  it('ends the wait in order: its job has failed to be kept, with its id, and the others go on', async () => {
    const { options } = setUp({
      onJob: async (id) => {
        if (id === 'job_a') throw full;
      },
    });
    const ends = await waitForJobs(
      [target('job_a', [{ status: 'succeeded' }]), target('job_b', [{ retry_after: 5 }])],
      options,
    );
    expect(ends).toMatchObject([
      { kind: 'failed', id: 'job_a', job: { status: 'succeeded' }, error: { exitCode: 14, jobId: 'job_a' } },
      { kind: 'left', id: 'job_b' },
    ]);
  });

  it('may be a bare error of the system', async () => {
    const { options } = setUp({
      onJob() {
        throw Object.assign(new Error('EMFILE: too many open files, open'), {
          code: 'EMFILE',
          syscall: 'open',
        });
      },
    });
    expect(await waitForJobs([target('job_a', [{ status: 'succeeded' }])], options)).toMatchObject([
      { kind: 'failed', error: { exitCode: 14, hint: expect.stringContaining('ulimit -n') } },
    ]);
  });

  it('is written before the job is looked at again', async () => {
    const { options, clock } = setUp({
      onJob: (_, { job: { status } }) => clock.sleep(status === 'running' ? 60_000 : 0),
    });
    const looks: number[] = [];
    const states = [{ retry_after: 1 }, { status: 'succeeded' }];
    await waitForJobs([target('job_a', states, looks, clock.monotonicMs)], options);
    expect(looks).toEqual([0, 61_000]);
  });
});

describe('a job whose state can not be written down among many', () => {
  it('ends the wait at once: each of the others has its end', async () => {
    const { options } = setUp({
      onJob(id) {
        if (id === 'job_50')
          throw new MachineError({ code: 'store_failed', message: 'full', hint: 'make room' });
      },
    });
    const targets = Array.from({ length: 100 }, (_, index) =>
      target(`job_${index}`, [index < 50 ? { status: 'succeeded' } : { retry_after: 5 }]),
    );
    const ends = await waitForJobs(targets, options);
    expect(ends).toHaveLength(100);
    expect(ends.filter(({ kind }) => kind === 'failed')).toMatchObject([
      { id: 'job_50', error: { exitCode: 14, jobId: 'job_50' } },
    ]);
    expect(ends.filter(({ kind }) => kind === 'over' || kind === 'left')).toHaveLength(99);
  });
});

describe('a defect in a look', () => {
  it('is thrown when the looks that were under way are over', async () => {
    const { options } = setUp();
    let isOver = false;
    const slow: WaitTarget = {
      ...target('job_b', [{}]),
      async poll({ signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        isOver = true;
        throw signal.reason;
      },
    };
    const broken = target('job_a', [new TypeError('of ours')]);
    await expect(waitForJobs([broken, slow], options)).rejects.toThrow('of ours');
    expect(isOver).toBe(true);
  });
});

describe('the answer that a job is known from', () => {
  it('sets the pace of the first look', async () => {
    const { options, clock } = setUp();
    const looks: number[] = [];
    const paced = target('job_a', [{ status: 'succeeded' }], looks, clock.monotonicMs);
    await waitForJobs([{ ...paced, firstDelayMs: 3_000 }], options);
    expect(looks).toEqual([3_000]);
  });

  it('does not outlast the wait', async () => {
    const { options, clock } = setUp({ timeoutMs: 1_000 });
    const looks: number[] = [];
    const paced = target('job_a', [{}], looks, clock.monotonicMs);
    const ends = await waitForJobs([{ ...paced, firstDelayMs: 3_000 }], options);
    expect(ends).toMatchObject([{ kind: 'timed-out' }]);
    expect(looks).toEqual([]);
    expect(clock.monotonicMs()).toBe(1_000);
  });
});
