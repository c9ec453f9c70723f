import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastUse } from '../../src/queue/store/last-use.ts';
import { errorOf } from '../transcripts/genctl.ts';
import { journalName } from './fixtures/batch/batch-home.ts';
import { queuePlaces } from './fixtures/queue/queue-places.ts';
import { startRedis, type TestRedis } from './fixtures/queue/redis.ts';

const hourMs = 3_600_000;

/** Has a queue as it stood hours ago, which is what a store has that was restored from a copy. */
async function age({ client }: TestRedis, hours: number): Promise<void> {
  const [used = ''] = await client.keys('*:used');
  await client.hset(used, 'at', String(Date.now() - hours * hourMs));
}

describe('a queue that was out of use for longer than keys are remembered', () => {
  it('is worked on by nobody until it is drained, and goes on by the journal then', async () => {
    const { feed, out, redis, run, service, worker } = await queuePlaces(3, { stepsMost: 1 });
    await feed('--detach');
    await age(redis, 25);
    const refused = await run(['worker', '--queue', redis.url, '-D', out]);
    expect(refused.code, refused.stderr).toBe(14);
    expect(refused.stderr).toContain('last in use 25 h ago');
    expect(refused.stderr).not.toContain('takes lines from');
    const unfed = await feed('--json');
    expect(unfed.code, unfed.stderr).toBe(14);
    expect(errorOf(unfed)).toMatchObject({ code: 'queue_may_be_old' });
    expect((await service.counts()).submits).toBe(0);
    const drained = await run(['queue', 'drain', '--queue', redis.url]);
    expect(drained.code, drained.stderr).toBe(0);
    await worker();
    const ended = await feed();
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 3, doubled: [] });
  });

  it('goes on with --resend, where those lines were noted as long ago and nobody had them since', async () => {
    const { feed, home, redis, run, service, worker } = await queuePlaces(3, { stepsMost: 1 });
    await feed('--detach');
    const journal = join(home, journalName);
    const daysAgo = new Date(Date.now() - 49 * hourMs).toISOString();
    writeFileSync(journal, readFileSync(journal, 'utf8').replace(/20\d\d-\d\d-\d\dT[^"]*Z/g, daysAgo));
    await age(redis, 49);
    await run(['queue', 'drain', '--queue', redis.url]);
    await worker();
    const unsure = await feed();
    expect(unsure.code, unsure.stderr).toBe(13);
    expect((await service.counts()).submits).toBe(0);
    const ended = await feed('--resend');
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 3, doubled: [] });
  });

  it('stops a worker that runs, before it sends a line', async () => {
    const { feed, redis, run, service, worker } = await queuePlaces(3, { stepsMost: 1 });
    const running = await worker();
    await run(['queue', 'pause', '--queue', redis.url]);
    await feed('--detach');
    await age(redis, 25);
    await run(['queue', 'resume', '--queue', redis.url]);
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(14);
    expect(stderr).toContain('last in use 25 h ago');
    expect((await service.counts()).submits).toBe(0);
  });
});

describe('lines that were put in before a time out of use', () => {
  async function places() {
    const redis = await startRedis();
    let nowMs = Date.parse('2026-11-23T10:00:00Z');
    const toKey = (name: string) => `q:lines:${name}`;
    const store = { prefix: 'q', shown: redis.url, redis: redis.client, queue: { toKey } };
    const use = lastUse(store as never, { clock: { nowMs: () => nowMs }, windowMs: 24 * hourMs });
    return {
      use,
      now: () => nowMs,
      pass: (hours: number) => {
        nowMs += hours * hourMs;
      },
      async put(id: string) {
        await redis.client.hset(toKey(id), 'timestamp', String(nowMs));
        await redis.client.lpush(toKey('wait'), id);
        return nowMs;
      },
      take: () => redis.client.rpop(toKey('wait')),
    };
  }

  it('may have been sent since it began, and are sent no more a day after that', async () => {
    const { now, pass, put, use } = await places();
    await use.renew();
    const before = await put('before');
    pass(10);
    await use.renew();
    const after = await put('after');
    expect(use.maybeSentSinceMs(before)).toBe(before);
    pass(0.01);
    expect(use.maybeSentSinceMs(after + 1)).toBeUndefined();
    for (let hours = 0; hours < 13; hours += 0.1) {
      pass(0.1);
      await use.renew();
    }
    expect(now() - before).toBeGreaterThan(23 * hourMs);
    expect(() => use.maybeSentSinceMs(before)).toThrow(expect.objectContaining({ code: 'queue_may_be_old' }));
  });

  it('are as old as the first of several such times, while one of them waits', async () => {
    const { pass, put, take, use } = await places();
    await use.renew();
    const first = await put('first');
    pass(2);
    await use.renew();
    pass(0.1);
    await use.renew();
    const second = await put('second');
    pass(2);
    await use.renew();
    expect(use.maybeSentSinceMs(second)).toBe(first);
    pass(0.1);
    const third = await put('third');
    await Promise.all([take(), take()]);
    pass(2);
    await use.renew();
    expect(use.maybeSentSinceMs(third)).toBe(first + 4.1 * hourMs);
    await take();
    pass(30);
    await use.renew();
    expect(use.maybeSentSinceMs(third)).toBeUndefined();
  });

  it('are refused by a clock that is hours behind', async () => {
    const { pass, put, use } = await places();
    await use.renew();
    await put('one');
    pass(-2);
    await expect(use.renew()).rejects.toMatchObject({ code: 'queue_may_be_old' });
  });
});
