import { Queue, Worker } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import type { QueueConnection } from '../../src/queue/store/connection.ts';
import { putOff, takeBackDue } from '../../src/queue/store/held-back.ts';
import { startRedis } from './fixtures/queue/redis.ts';

const hourMs = 3_600_000;

it('a line that is put off is put back by the store’s clock, whatever the clock of whoever asks', async () => {
  const redis = await startRedis();
  const how = { prefix: '{q}', connection: { host: '127.0.0.1', port: redis.port } };
  const queue = new Queue('lines', how);
  const worker = new Worker('lines', null, how);
  onTestFinished(async () => {
    await worker.close(true);
    await queue.close();
  });
  let storeMs = Date.now();
  const store = { queue, redis: redis.client, clock: { nowMs: () => storeMs } } as unknown as QueueConnection;
  await queue.add('s01', {});
  const job = await worker.getNextJob('token');
  if (job === undefined) throw new Error('there is no line');
  // It was put off by a machine whose clock is two hours behind that of whoever asks next.
  storeMs -= 2 * hourMs;
  await putOff({ job, token: 'token' }, 30_000, store);
  expect(await worker.getNextJob('other')).toBeUndefined();
  await takeBackDue(store);
  expect(await queue.getDelayedCount()).toBe(1);
  storeMs += 30_000;
  await Promise.all([takeBackDue(store), takeBackDue(store)]);
  expect(await worker.getNextJob('other')).toMatchObject({ name: 's01' });
});
