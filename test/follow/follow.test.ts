import { describe, expect, it } from 'vitest';
import { AuthError, MachineError } from '../../src/errors/endings.ts';
import { createFollow, type FollowPorts } from '../../src/follow/follow.ts';
import { followAll, newWorld, plan, recordOf } from './follows.ts';
import { newAccount } from './wait/waits.ts';

const full = () => new MachineError({ code: 'store_failed', message: 'full', hint: 'make room' });

describe('following jobs', () => {
  it('tells of each once it is through: its state kept, its files here', async () => {
    const world = newWorld();
    world.states.set('job_a', [{ retry_after: 2 }, { status: 'succeeded' }]);
    world.states.set('job_b', [{ status: 'failed' }]);
    const through = await followAll(['job_a', 'job_b'], world);
    expect(world.through.map(({ end }) => end.id)).toEqual(['job_b', 'job_a']);
    expect(through.get('job_a')).toMatchObject({
      end: { kind: 'over' },
      record: { job: { status: 'succeeded' }, files: [{ path: '/out/job_a.png' }] },
      failure: undefined,
      isMissing: false,
    });
    expect(through.get('job_b')?.record.files).toEqual([]);
    expect(world.kept.get('job_b')?.job.status).toBe('failed');
  });

  it('takes on jobs while others are followed', async () => {
    const world = newWorld();
    world.states.set('job_a', [{ status: 'succeeded' }]);
    world.states.set('job_b', [{ status: 'succeeded' }]);
    const followed: string[] = [];
    const follow = createFollow(plan, {
      ...world.ports,
      onThrough({ end: { id } }) {
        followed.push(id);
        if (id === 'job_b') follow.close();
      },
    });
    const running = follow.run();
    await follow.add(recordOf('job_a'));
    await world.clock.sleep(5_000);
    await follow.add(recordOf('job_b'));
    await running;
    expect(followed).toEqual(['job_a', 'job_b']);
  });

  it('follows a job that is named twice once', async () => {
    const world = newWorld();
    world.states.set('job_a', [{ retry_after: 1 }, { status: 'succeeded' }]);
    await followAll(['job_a', 'job_a'], world);
    expect(world.through).toHaveLength(1);
  });

  it('keeps a state that is the same again once', async () => {
    const kept: string[] = [];
    const world = newWorld({
      async keep(record, seen) {
        kept.push(seen.job.status);
        return { ...record, job: seen.job, seen_at: new Date(world.clock.nowMs()).toISOString() };
      },
    });
    const running = { job: { id: 'job_a', status: 'running', retry_after: 10 }, retryAfterMs: undefined };
    const lookAt: FollowPorts['lookAt'] = async () => ({
      account: newAccount(),
      serviceNowMs: () => undefined,
      poll: async ({ last }) => last ?? running,
    });
    const through = await followAll(
      ['job_a'],
      { ...world, ports: { ...world.ports, lookAt } },
      { timeoutMs: 35_000 },
    );
    expect(kept).toEqual(['running']);
    expect(through.get('job_a')).toMatchObject({
      end: { kind: 'timed-out' },
      record: { job: { status: 'running' } },
    });
  });

  it('keeps nothing where the first look brings what the record has', async () => {
    const kept: string[] = [];
    const world = newWorld({
      async keep(record, { job }) {
        kept.push(job.status);
        return { ...record, job };
      },
    });
    const lookAt: FollowPorts['lookAt'] = async ({ job }) => ({
      account: newAccount(),
      serviceNowMs: () => undefined,
      poll: async ({ last }) => last ?? { job, retryAfterMs: undefined },
    });
    await followAll(['job_a'], { ...world, ports: { ...world.ports, lookAt } }, { timeoutMs: 35_000 });
    expect(kept).toEqual([]);
  });

  it('brings home so many at once as the plan says', async () => {
    let underWay = 0;
    let most = 0;
    const world = newWorld({
      async download() {
        underWay += 1;
        most = Math.max(most, underWay);
        await world.clock.sleep(1_000);
        underWay -= 1;
      },
    });
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const id of ids) world.states.set(id, [{ status: 'succeeded' }]);
    await followAll(ids, world);
    expect(most).toBe(2);
  });

  it('does not follow a job whose account can not be spoken to', async () => {
    const world = newWorld({
      async lookAt() {
        throw new AuthError({ code: 'no_key', message: 'No key' });
      },
    });
    const through = await followAll(['job_a'], world);
    expect(through.get('job_a')).toMatchObject({ end: { kind: 'failed', error: { exitCode: 3 } } });
    expect(world.through).toHaveLength(1);
  });
});

describe('what goes wrong with one job that is followed', () => {
  it('in the ledger ends the wait in order: it is told, as is each of the others', async () => {
    const world = newWorld({
      async keep(record, { job }) {
        if (record.id === 'job_7' && job.status === 'succeeded') throw full();
        return { ...record, job };
      },
    });
    const ids = Array.from({ length: 40 }, (_, index) => `job_${index}`);
    for (const [index, id] of ids.entries())
      world.states.set(id, [{ retry_after: 1 + index }, { status: 'succeeded' }]);
    const through = await followAll(ids, world);
    expect([...through.keys()].sort()).toEqual([...ids].sort());
    expect(through.get('job_7')).toMatchObject({
      end: { kind: 'failed', error: { exitCode: 14, jobId: 'job_7' } },
      record: { job: { status: 'succeeded' } },
    });
    const ends = [...through.values()];
    const over = ends.filter(({ end }) => end.kind === 'over');
    expect(over.length).toBeGreaterThanOrEqual(7);
    expect(over.every(({ record }) => record.files.length === 1)).toBe(true);
    expect(ends.filter(({ end }) => end.kind === 'left')).toHaveLength(39 - over.length);
  });

  it('with its files is told with it, and those that came are', async () => {
    const world = newWorld({
      async download(record, onFiles) {
        onFiles({ ...record, files: [{ index: 0, path: '/out/1.png', bytes: 3, sha256: 'x' }] });
        if (record.id === 'job_a') throw full();
      },
    });
    world.states.set('job_a', [{ status: 'succeeded' }]);
    world.states.set('job_b', [{ status: 'succeeded' }]);
    const through = await followAll(['job_a', 'job_b'], world);
    expect(through.get('job_a')).toMatchObject({
      end: { kind: 'over' },
      failure: { exitCode: 14, jobId: 'job_a' },
      record: { files: [{ path: '/out/1.png' }] },
      isMissing: true,
    });
    expect(through.get('job_b')).toMatchObject({ failure: undefined, isMissing: false });
  });

  it('and is a defect rejects, when nothing runs any more', async () => {
    let underWay = 0;
    const world = newWorld({
      async download({ id }) {
        underWay += 1;
        await world.clock.sleep(id === 'job_a' ? 100 : 5_000);
        underWay -= 1;
        if (id === 'job_a') throw new TypeError('of ours');
      },
    });
    world.states.set('job_a', [{ status: 'succeeded' }]);
    world.states.set('job_b', [{ status: 'succeeded' }]);
    world.states.set('job_c', [{ retry_after: 60 }]);
    await expect(followAll(['job_a', 'job_b', 'job_c'], world)).rejects.toThrow('of ours');
    expect(underWay).toBe(0);
  });
});

describe('a signal', () => {
  it('leaves the jobs, and the files that did not come', async () => {
    const world = newWorld({
      async download({ id }) {
        if (id !== 'job_a') return;
        world.interrupt.abort(new Error('enough'));
        throw world.interrupt.signal.reason;
      },
    });
    for (const id of ['job_a', 'job_b', 'job_c']) world.states.set(id, [{ status: 'succeeded' }]);
    world.states.set('job_d', [{ retry_after: 60 }]);
    const through = await followAll(['job_a', 'job_b', 'job_c', 'job_d'], world, { concurrency: 1 });
    expect(through.size).toBe(4);
    expect(through.get('job_d')?.end.kind).toBe('left');
    const over = [...through.values()].filter(({ end }) => end.kind === 'over');
    expect(over.every(({ isMissing, failure }) => isMissing && failure === undefined)).toBe(true);
    expect(over.map(({ end }) => end.id)).toContain('job_a');
  });
});

describe('hundreds of jobs', () => {
  it('are followed and fetched, most of them added as others come through', async () => {
    const world = newWorld({ download: async () => {} });
    const count = 500;
    for (let index = 0; index < count; index += 1)
      world.states.set(`job_${index}`, [{ retry_after: 1 + (index % 9) }, { status: 'succeeded' }]);
    let added = 0;
    const adding: Promise<void>[] = [];
    const follow = createFollow(
      { ...plan, concurrency: 8 },
      {
        ...world.ports,
        onThrough(job) {
          world.through.push(job);
          if (added < count) adding.push(addNext());
        },
      },
    );
    async function addNext(): Promise<void> {
      const record = recordOf(`job_${added}`);
      added += 1;
      const isLast = added === count;
      await follow.add(record);
      if (isLast) follow.close();
    }
    for (let index = 0; index < 250; index += 1) await addNext();
    await follow.run();
    await Promise.all(adding);
    expect(new Set(world.through.map(({ end }) => end.id)).size).toBe(count);
    expect(world.through.every(({ end }) => end.kind === 'over')).toBe(true);
    expect(world.kept.size).toBe(count);
  });
});
