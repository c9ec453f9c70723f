import { describe, expect, it } from 'vitest';
import { followAll, newWorld } from './follows.ts';

const done = { kind: 'done' } as const;

describe('the command for each job that is over', () => {
  it('runs after its files are here, for one job at a time', async () => {
    let underWay = 0;
    let most = 0;
    const files: number[] = [];
    const world = newWorld({
      async exec(record) {
        underWay += 1;
        most = Math.max(most, underWay);
        files.push(record.files.length);
        await world.clock.sleep(500);
        underWay -= 1;
        return done;
      },
    });
    for (const id of ['job_a', 'job_b', 'job_c']) world.states.set(id, [{ status: 'succeeded' }]);
    const through = await followAll(['job_a', 'job_b', 'job_c'], world);
    expect(most).toBe(1);
    expect(files).toEqual([1, 1, 1]);
    expect([...through.values()].map(({ exec }) => exec)).toEqual([done, done, done]);
  });

  it('runs whatever the end was, but not for a job that is left or whose files did not come', async () => {
    const ran: string[] = [];
    const world = newWorld({
      async exec({ id, job }) {
        ran.push(`${id} ${job.status}`);
        return done;
      },
      async download({ id }) {
        if (id === 'job_lost') throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
      },
    });
    world.states.set('job_a', [{ status: 'failed' }]);
    world.states.set('job_lost', [{ status: 'succeeded' }]);
    world.states.set('job_late', [{ retry_after: 3 }]);
    await followAll(['job_a', 'job_lost', 'job_late'], world, { timeoutMs: 30_000 });
    expect(ran).toEqual(['job_a failed']);
  });

  it('does not run for a job that another attempt follows', async () => {
    const ran: string[] = [];
    const world = newWorld({
      isRepeated: ({ id }) => id === 'job_a',
      async exec({ id }) {
        ran.push(id);
        return done;
      },
    });
    for (const id of ['job_a', 'job_b']) world.states.set(id, [{ status: 'failed' }]);
    await followAll(['job_a', 'job_b'], world);
    expect(ran).toEqual(['job_b']);
  });

  it('that hangs keeps nothing from coming home', async () => {
    const world = newWorld({
      async exec() {
        await world.clock.sleep(600_000);
        return done;
      },
    });
    const fetched: number[] = [];
    const { download } = world.ports;
    world.ports.download = async (...how) => {
      await download(...how);
      fetched.push(world.clock.monotonicMs());
    };
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const id of ids) world.states.set(id, [{ status: 'succeeded' }]);
    const startedMs = world.clock.monotonicMs();
    await followAll(ids, world);
    expect(fetched).toHaveLength(5);
    expect(Math.max(...fetched) - startedMs).toBeLessThan(60_000);
    expect(world.through).toHaveLength(5);
  });
});
