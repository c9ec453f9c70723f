import { describe, expect, it } from 'vitest';
import { wrongFiles } from './fixtures/batch/shots.ts';
import { queuePlaces } from './fixtures/queue/queue-places.ts';

const limits = { timeout: 240_000 };

describe('a store whose memory is full', () => {
  it('ends its workers with the reason, and no line is lost or sent twice', limits, async () => {
    const { feed, lines, out, redis, service, worker } = await queuePlaces(6, { isHeld: true });
    const first = await worker();
    await feed('--detach');
    await service.untilInFlight(4);
    await redis.client.config('SET', 'maxmemory', '1kb');
    await service.change({ isHeld: false });
    const { code, stderr } = await first.ended;
    expect(code, stderr).toBe(9);
    expect(stderr).toContain('refuses requests');
    await redis.client.config('SET', 'maxmemory', '0');
    await worker();
    const ended = await feed();
    expect(ended.code, ended.stderr).toBe(0);
    expect(await service.counts()).toMatchObject({ created: 6, doubled: [], conflicts: 0 });
    expect(wrongFiles(out, lines)).toEqual([]);
  });
});
