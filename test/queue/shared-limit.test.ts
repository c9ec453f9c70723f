import { expect, it } from 'vitest';
import { limitKeeper, readLimit } from '../../src/queue/shared-limit.ts';
import { createStore } from '../bench/simulation/store.ts';
import { createTimeLine, seeded } from '../bench/simulation/time-line.ts';

it('a limit that 300 workers write at once counts each of their submits', async () => {
  const timeLine = createTimeLine();
  const { clock } = timeLine;
  const { connection } = createStore(timeLine, 1_000, () => true);
  const random = seeded(11);
  const workers = Array.from({ length: 300 }, () => limitKeeper(connection, { clock, random }));
  let left = workers.length;
  const written = Promise.all(
    workers.map(async (limit) => {
      await limit.note({ kind: 'accepted' });
      left -= 1;
    }),
  );
  await timeLine.runUntil(() => left === 0);
  await written;
  expect(await readLimit(connection)).toMatchObject({ how: 'sought', limit: 304 });
});

it('a store whose clock was set back goes on to look for more room', async () => {
  const timeLine = createTimeLine();
  const { clock } = timeLine;
  const { connection } = createStore(timeLine, 1_000, () => true);
  const found = {
    how: 'found',
    limit: 0,
    refusedAt: 0,
    gapMs: 15_000,
    step: 1,
    acceptedSince: 0,
    refusals: 1,
  };
  const ahead = { ...found, refusedMs: 3_600_000, triedMs: 3_600_000 };
  await connection.redis.eval('', 1, 'simulated:limit', '', JSON.stringify(ahead));
  const keeper = limitKeeper(connection, { clock, random: seeded(3) });
  const looked: number[] = [];
  timeLine.after(1_000, async () => void looked.push((await keeper.lookAfter()).limit));
  timeLine.after(60_000, async () => void looked.push((await keeper.lookAfter()).limit));
  await timeLine.runUntil(() => looked.length === 2);
  expect(looked).toEqual([0, 1]);
});
