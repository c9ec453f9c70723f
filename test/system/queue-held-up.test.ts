import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { startMeasured } from './fixtures/batch/measured-run.ts';
import { wrongFiles } from './fixtures/batch/shots.ts';
import { betweenProcessesMs, queuePlaces, until } from './fixtures/queue/queue-places.ts';

it('a feeder says that no worker takes its lines, with the line that starts one', async () => {
  const { redis, run, startFeed, status, worker } = await queuePlaces(6, { stepsMost: 1 });
  const feeding = startFeed('-D', 'out');
  await feeding.until(/no worker serves this account/);
  expect(await status()).toMatchObject({ waiting: 6, workers: [] });
  expect((await run(['queue', 'status', '--queue', redis.url])).stdout).toContain(
    `workers  none; to start one: genctl worker --queue ${redis.url}`,
  );
  await worker('--worker-name', 'first');
  const { code, stderr } = await feeding.ended;
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(
    `! no worker serves this account; to start one: genctl worker --dir out --queue ${redis.url}`,
  );
  expect(stderr.match(/no worker serves this account/g)).toHaveLength(1);
});

it('each line that a status tells is for the account and the queue of its own', async () => {
  const { redis, run } = await queuePlaces(1, { stepsMost: 1 });
  const named = ['--queue', redis.url, '--base-url', 'https://api.example.com'];
  const { stdout } = await run(['queue', 'pause', ...named]);
  const flags = `--queue ${redis.url} --base-url https://api.example.com`;
  expect(stdout).toContain(`paused; workers take lines again with: genctl queue resume ${flags}`);
  expect(stdout).toContain(`none; to start one: genctl worker ${flags}`);
});

it('a feeder says that the queue is paused, with the line that resumes it', async () => {
  const { redis, run, startFeed, worker } = await queuePlaces(6, { stepsMost: 1 });
  await worker();
  await run(['queue', 'pause', '--queue', redis.url]);
  const feeding = startFeed();
  const told = await feeding.until(/paused/);
  expect(told).toContain(
    `! the queue is paused, so no worker takes a line; to resume it: genctl queue resume --queue ${redis.url}`,
  );
  await run(['queue', 'resume', '--queue', redis.url]);
  const { code, stderr } = await feeding.ended;
  expect(code, stderr).toBe(0);
});

it('workers that hold no line are told by queue status until they are stopped', async () => {
  const { redis, run, status, worker } = await queuePlaces(0);
  const first = await worker('--worker-name', 'first');
  await worker('--worker-name', 'second');
  expect(await status()).toMatchObject({
    workers: [
      { name: 'first', active: 0 },
      { name: 'second', active: 0 },
    ],
  });
  const { stdout } = await run(['queue', 'status', '--queue', redis.url]);
  expect(stdout).toContain('workers  2, 2 of them without a line');
  first.kill('SIGTERM');
  await first.ended;
  await until(
    status,
    ({ workers }) => JSON.stringify(workers) === '[{"name":"second","active":0}]',
    betweenProcessesMs,
  );
});

it('a worker without a folder says that it brings no file home, and the feeder how to have it home', async () => {
  const places = await queuePlaces(3, { stepsMost: 1 });
  const words = ['worker', '--queue', places.redis.url];
  const worker = startMeasured(words, { home: temporaryFolder('genctl-worker-'), env: places.env });
  onTestFinished(async () => {
    worker.kill('SIGKILL');
    await worker.ended;
  });
  expect(await worker.until(/takes lines from/)).toContain('! no -D is given: files stay with the service');
  const { code, stderr } = await places.feed('-D', 'out');
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(
    `! workers finished 3 shots without downloading; to get the files, start a worker and run this again: genctl worker --dir out --queue ${places.redis.url}`,
  );
  worker.kill('SIGTERM');
  await worker.ended;
  await places.worker();
  const again = await places.feed('-D', 'out');
  expect(again.stderr).not.toContain('download no files');
  expect(wrongFiles(places.out, places.lines)).toEqual([]);
});
