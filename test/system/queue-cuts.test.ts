import { expect, it } from 'vitest';
import { proofSeed, seeded } from './fixtures/batch/seeded.ts';
import { wrongFiles } from './fixtures/batch/shots.ts';
import { cutConnections } from './fixtures/queue/cut-connections.ts';
import { queuePlaces, until } from './fixtures/queue/queue-places.ts';
import { startWorker } from './fixtures/queue/workers.ts';

// What a lost answer fetched goes on once its lock has run out.
it('a worker whose connections are cut in the midst of answers, again and again, pays for no line twice and loses none', {
  timeout: 300_000,
}, async () => {
  const { env, lines, out, redis, service, startFeed } = await queuePlaces(60, { stepsMost: 1, cap: 10 });
  const proxy = await cutConnections(redis.port, { bytesMost: 20_000, random: seeded(proofSeed()) });
  const worker = await startWorker({ url: proxy.url, out, env });
  proxy.begin();
  const feeding = startFeed();
  await until(service.counts, ({ created }) => created >= 40);
  proxy.mend();
  const { code, stderr } = await feeding.ended;
  process.stdout.write(`${proxy.cuts} connections cut\n`);
  expect(code, stderr).toBe(0);
  expect(proxy.cuts).toBeGreaterThan(0);
  expect(await service.counts()).toMatchObject({ created: 60, doubled: [], conflicts: 0 });
  expect(wrongFiles(out, lines)).toEqual([]);
  worker.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
});
