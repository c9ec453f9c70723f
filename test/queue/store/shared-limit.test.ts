import { expect, it } from 'vitest';
import { limitKeeper, readLimit } from '../../../src/queue/store/shared-limit.ts';
import { createStore } from '../../bench/simulation/store.ts';
import { createTimeLine, seeded } from '../../bench/simulation/time-line.ts';

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
