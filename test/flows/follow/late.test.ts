import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../../src/errors/endings.ts';
import { followAll, newWorld } from './follows.ts';

describe('a job that is not over in time', () => {
  it('is left as it is unless it is to be canceled', async () => {
    const world = newWorld();
    world.states.set('job_a', [{ retry_after: 30 }]);
    const through = await followAll(['job_a'], world, { timeoutMs: 60_000 });
    expect(through.get('job_a')).toMatchObject({
      end: { kind: 'timed-out' },
      record: { job: { status: 'running' } },
    });
  });

  it('is canceled where it can be, and what became of it is kept', async () => {
    const world = newWorld({
      async cancel({ id }) {
        if (id === 'job_b') throw new RefusedError({ code: 'no', message: 'No' });
        return { id, status: 'canceled' };
      },
    });
    world.states.set('job_a', [{ retry_after: 30 }]);
    world.states.set('job_b', [{ retry_after: 30 }]);
    const through = await followAll(['job_a', 'job_b'], world, { timeoutMs: 60_000, cancelOnTimeout: true });
    expect(through.get('job_a')?.end.kind).toBe('timed-out');
    expect(through.get('job_a')?.record.job.status).toBe('canceled');
    expect(world.kept.get('job_a')?.job.status).toBe('canceled');
    expect(through.get('job_b')?.end).toMatchObject({
      kind: 'failed',
      error: { exitCode: 10, jobId: 'job_b' },
    });
  });

  it('is left as it is after an interruption, when others were being canceled', async () => {
    const canceled: string[] = [];
    const world = newWorld({
      cancel: async ({ id }) => {
        canceled.push(id);
        world.interrupt.abort();
        return { id, status: 'canceled' };
      },
    });
    for (const id of ['job_a', 'job_b', 'job_c']) world.states.set(id, [{ retry_after: 30 }]);
    const ids = ['job_a', 'job_b', 'job_c'];
    const through = await followAll(ids, world, { timeoutMs: 60_000, cancelOnTimeout: true });
    expect(canceled).toHaveLength(1);
    const kinds = ids.map((id) => through.get(id)?.end.kind);
    expect(kinds.toSorted()).toEqual(['left', 'left', 'timed-out']);
  });

  it('and turns out to have succeeded when it is canceled has its files brought home', async () => {
    const world = newWorld({ cancel: async ({ id }) => ({ id, status: 'succeeded' }) });
    world.states.set('job_a', [{ retry_after: 30 }]);
    const through = await followAll(['job_a'], world, { timeoutMs: 60_000, cancelOnTimeout: true });
    expect(through.get('job_a')).toMatchObject({ end: { kind: 'timed-out' }, isMissing: false });
    expect(through.get('job_a')?.record.files).toHaveLength(1);
  });
});
