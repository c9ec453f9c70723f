import { describe, expect, it } from 'vitest';
import { followAll, newWorld } from './follows.ts';

describe('a job that is not over in time', () => {
  it('is left as it is', async () => {
    const world = newWorld();
    world.states.set('job_a', [{ retry_after: 30 }]);
    const through = await followAll(['job_a'], world, { timeoutMs: 60_000 });
    expect(through.get('job_a')).toMatchObject({
      end: { kind: 'timed-out' },
      record: { job: { status: 'running' } },
    });
  });
});
