import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeBench } from '../stores/store-bench.ts';
import { storeEnvironment } from '../stores/store-double.ts';
import { reportIn } from '../transcripts/fixtures/chains.ts';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { newHome } from '../transcripts/genctl.ts';
import { shotLines } from './fixtures/batch/shots.ts';
import { uploads } from './fixtures/batch/uploads.ts';
import { queuePlaces, until } from './fixtures/queue/queue-places.ts';
import { startRedis } from './fixtures/queue/redis.ts';
import { startWorker } from './fixtures/queue/workers.ts';

const limits = { timeout: 240_000 };

describe('--max-cost of a batch in a queue', () => {
  it('holds over two workers, and over the next runs', limits, async () => {
    const { feed, service, worker } = await queuePlaces(14, { stepsMost: 1 });
    await Promise.all([worker(), worker()]);
    const most = (usd: string) => feed('--max-cost', usd, '--assume-cost', '0.01', '--json');
    const first = await most('0.05');
    expect(first.code, first.stderr).toBe(12);
    expect((await service.counts()).created).toBe(5);
    const second = await most('0.08');
    expect(second.code, second.stderr).toBe(12);
    expect((await service.counts()).created).toBe(8);
    const last = await most('1');
    expect(last.code, last.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 14, doubled: [] });
  });
});

describe('money that is held for jobs in flight', () => {
  it('comes free where they cost nothing, and the lines that waited for it go in', limits, async () => {
    const { feed, service, worker, write } = await queuePlaces(0, { stepsMost: 1 });
    write(shotLines(16, (number) => `shot ${number}${number <= 12 ? ' fails provider_failed' : ''}`));
    await worker();
    const first = await feed('--max-cost', '0.05', '--assume-cost', '0.01', '--json');
    expect(first.code, first.stderr).toBe(5);
    expect((await service.counts()).created).toBe(16);
    expect(JSON.parse(first.stdout)).toMatchObject({ done: 4, failed: 12 });
  });

  it('counts jobs once whose files alone are to come', limits, async () => {
    const { feed, out, service, worker, write } = await queuePlaces(6, { stepsMost: 1 });
    await worker();
    const most = (...more: string[]) => feed('--max-cost', '0.10', '--assume-cost', '0.01', ...more);
    expect((await most()).code).toBe(0);
    write(shotLines(10));
    const again = await most('-D', `${out}-2`);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).toContain('$0.10 of $0.10');
    expect(await service.counts()).toMatchObject({ created: 10, doubled: [] });
  });

  it('holds nobody up who is stopped', limits, async () => {
    const { redis, service, startFeed, worker } = await queuePlaces(12, { isHeld: true });
    await worker();
    const feeding = startFeed('--max-cost', '0.05', '--assume-cost', '0.01');
    await until(service.counts, ({ created }) => created === 4);
    feeding.kill('SIGINT');
    const ended = await feeding.ended;
    expect(ended.code, ended.stderr).toBe(130);
    expect(ended.stderr).toContain(
      `workers go on with 5 shots, which may be charged; to pause them: genctl queue pause --queue ${redis.url}`,
    );
  });
});

describe('the budget of the machine of a worker', () => {
  it('ends that worker, and its lines go to another one', limits, async () => {
    const { env, home: _, out, redis, service, startFeed, worker } = await queuePlaces(20, { stepsMost: 1 });
    const poor = newHome();
    expect((await poor.run(['config', 'set', 'budget.day', '$0.05'], { env })).code).toBe(0);
    const paid = await poor.run(
      ['submit', 'a first one', '-m', 'vendor-a/image-1', '--wait', '--assume-cost', '0.01'],
      { env },
    );
    expect(paid.code, paid.stderr).toBe(0);
    const bounded = await startWorker({ url: redis.url, out, env, home: poor.home });
    const feeding = startFeed();
    const ended = await bounded.ended;
    expect(ended.code, ended.stderr).toBe(2);
    expect(ended.stderr).toContain('budget');
    expect((await service.counts()).created).toBe(5);
    await worker();
    const { code, stderr } = await feeding.ended;
    expect(code, stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 21, doubled: [] });
  });
});

describe('lines of a queue that wait for others', () => {
  it('go in once those are there, each with the last frame of the one before', limits, async () => {
    const { home, run } = newHome();
    const [sandbox, redis, { command }] = await Promise.all([
      serveSandbox(home),
      startRedis(),
      uploads(home),
    ]);
    const shot = { model: 'vendor-b/video-2.5', duration: 4, resolution: '480p' };
    const film = [
      { ...shot, id: 's1', prompt: 'the fox' },
      { ...shot, id: 's2', prompt: 'the fox runs', first_frame: '@s1.last_frame' },
      { ...shot, id: 's4', prompt: 'the fox again', ref_video: '@s1' },
    ];
    writeFileSync(join(home, 'film.jsonl'), film.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const out = join(home, 'out');
    await Promise.all([1, 2].map(() => startWorker({ url: redis.url, out, env: sandbox.account })));
    const env = { ...sandbox.account, GENCTL_UPLOAD_COMMAND: command };
    const ended = await run(['batch', 'film.jsonl', '--queue', redis.url, '--report', 'report'], { env });
    expect(ended.code, ended.stderr).toBe(0);
    expect(reportIn(home).map(({ id, status }) => `${id} ${status}`)).toEqual(
      film.map(({ id }) => `${id} succeeded`),
    );
    expect(sandbox.jobIds()).toHaveLength(3);
  });
});

describe('workers whose files go to a bucket', () => {
  it('bring each of them there once, also where one is killed and another one stopped', limits, async () => {
    const { store } = await storeBench();
    const { env, lines, redis, service, startFeed } = await queuePlaces(24, { stepsMost: 1, cap: 8 });
    const place = { url: redis.url, out: 's3://shots/film', env: { ...env, ...storeEnvironment(store) } };
    const [killed, stopped] = await Promise.all([startWorker(place), startWorker(place)]);
    const feeding = startFeed();
    await until(service.counts, ({ files }) => files >= 4);
    killed?.kill('SIGKILL');
    await startWorker(place);
    await until(service.counts, ({ files }) => files >= 10);
    stopped?.kill('SIGTERM');
    const { code, stderr } = await feeding.ended;
    expect(code, stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 24, doubled: [] });
    const names = [...store.objects.keys()].filter((name) => name.endsWith('.png')).sort();
    expect(names).toEqual(lines.map(({ id }) => `film/${id}-1.png`));
    expect(store.violations).toEqual([]);
  });
});
