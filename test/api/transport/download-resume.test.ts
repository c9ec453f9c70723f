import { describe, expect, it } from 'vitest';
import { type Exchange, ExchangeError } from '../../../src/api/transport/exchange.ts';
import { createRetryBudget } from '../../../src/api/transport/rate-gate.ts';
import { failureOf } from '../api-bench.ts';
import { begun, digestOf, downloadBench, png, rest, whole, withoutOwner } from '../download-bench.ts';
import { reset, type Step } from '../loopback-service.ts';

const picture = png(3_000_000);
const other = png(3_000_000).fill(0x2b, 100, 2_000_000);
const etag = { etag: '"v1"' };

function status(code: number, headers: Record<string, string> = {}): Step {
  return (response) => response.writeHead(code, headers).end();
}

describe('a download that breaks off', () => {
  it('goes on where it was', async () => {
    const { cdn, fetch, files } = await downloadBench([begun(picture, 1_500_000, etag), rest(picture, etag)]);
    expect((await fetch()).bytes).toBe(picture.length);
    expect(files()).toEqual({ 'job_1-1.png': digestOf(picture) });
    const range = /^bytes=(\d+)-$/.exec(cdn.seen[1]?.headers.range ?? '')?.[1];
    expect(Number(range)).toBeGreaterThan(0);
    expect(cdn.seen[1]?.headers['if-range']).toBe('"v1"');
  });

  it.each([
    ['there is no ETag', {}],
    ['its ETag is weak', { etag: 'W/"v1"' }],
    ['its ETag is no ETag', { etag: 'v1' }],
  ])('starts from zero where %s', async (_, headers) => {
    const { cdn, fetch, files } = await downloadBench([begun(picture, 1_500_000, headers), whole(picture)]);
    await fetch();
    expect(files()).toEqual({ 'job_1-1.png': digestOf(picture) });
    expect(cdn.seen[1]?.headers).not.toHaveProperty('range');
  });

  it('starts again where the range is ignored', async () => {
    const { fetch, files } = await downloadBench([begun(picture, 1_500_000, etag), whole(picture, etag)]);
    await fetch();
    expect(files()).toEqual({ 'job_1-1.png': digestOf(picture) });
  });

  it('takes a file that changed meanwhile whole, not half and half', async () => {
    const { fetch, files } = await downloadBench([
      begun(picture, 1_500_000, etag),
      whole(other, { etag: '"v2"' }),
    ]);
    await fetch();
    expect(files()).toEqual({ 'job_1-1.png': digestOf(other) });
  });

  it.each([
    ['another start', { 'content-range': 'bytes 7-2999999/3000000' }],
    ['another length', { 'content-range': 'bytes 1500000-3999999/4000000' }],
    ['no range', { 'content-range': '' }],
    ['a range of nothing', { 'content-range': 'bytes */3000000' }],
    ['another ETag', { etag: '"v2"' }],
  ])('drops what it has where a 206 brings %s', async (_, headers) => {
    const { cdn, fetch, files } = await downloadBench([
      begun(picture, 1_500_000, etag),
      rest(picture, { ...etag, ...headers }),
      whole(picture, etag),
    ]);
    await fetch();
    expect(files()).toEqual({ 'job_1-1.png': digestOf(picture) });
    expect(cdn.seen[2]?.headers).not.toHaveProperty('range');
  });

  it('starts again after a 416', async () => {
    const { fetch, files } = await downloadBench([
      begun(picture, 1_500_000, etag),
      status(416, { 'content-range': 'bytes */3000000' }),
      whole(picture, etag),
    ]);
    await fetch();
    expect(files()).toEqual({ 'job_1-1.png': digestOf(picture) });
  });

  it('is tried on as long as it gets ahead, however often it breaks', async () => {
    const big = png(10_000_000);
    const piece: Step = (response, request) => {
      const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${start}-${big.length - 1}/${big.length}` };
      response.writeHead(start === 0 ? 200 : 206, {
        ...etag,
        ...range,
        'content-length': big.length - start,
      });
      const end = Math.min(start + 1_200_000, big.length);
      response.write(big.subarray(start, end), () => end < big.length && response.socket?.end());
    };
    const { cdn, fetch, files } = await downloadBench(Array.from({ length: 9 }, () => piece));
    await fetch();
    expect(cdn.seen).toHaveLength(9);
    expect(files()['job_1-1.png']).toBe(digestOf(big));
  });

  it('for good is exit 14, and the part stays', async () => {
    const small = png(50_000);
    const { fetch, files, clock } = await downloadBench(
      Array.from({ length: 6 }, () => begun(small, 20_000)),
    );
    const failure = await failureOf(fetch());
    expect(failure).toMatchObject({ exitCode: 14, code: 'download_incomplete', retryable: true });
    expect(failure.why).toContain('20000 of 50000 bytes in 6 attempts');
    expect(withoutOwner(failure.why ?? '')).toContain('job_1-1.png.part');
    expect(files()).toEqual({ 'job_1-1.png.part': digestOf(small.subarray(0, 20_000)) });
    expect(clock.slept).toHaveLength(5);
  });
});

describe('a host that does not answer', () => {
  it('is asked again after a reset, a 5xx and a 429, as it asks', async () => {
    const { fetch, clock } = await downloadBench([
      reset,
      status(503),
      status(429, { 'retry-after': '9' }),
      whole(picture),
    ]);
    await fetch();
    expect(clock.slept).toEqual([250, 500, 9000]);
  });

  it('waits its turn behind all that the process tries again', async () => {
    const { clock, fetch } = await downloadBench([status(503), whole(picture)]);
    const budget = createRetryBudget();
    // Sixteen may go at once, then four a second: this one is the fifth after them.
    for (let other = 0; other < 20; other += 1) budget.reserveMs(clock.monotonicMs());
    await fetch({ budget });
    expect(clock.slept).toEqual([1250]);
  });

  it('is given up after six attempts, and nothing is left behind', async () => {
    const { fetch, files } = await downloadBench(Array.from({ length: 6 }, () => status(500)));
    expect(await failureOf(fetch())).toMatchObject({ exitCode: 9, status: 500 });
    expect(files()).toEqual({});
  });

  it('and asks to wait for a day too long, is left at once', async () => {
    const { fetch, clock } = await downloadBench([status(429, { 'retry-after': '100000' })]);
    expect(await failureOf(fetch())).toMatchObject({ exitCode: 8 });
    expect(clock.slept).toEqual([]);
  });

  it('because this machine opens no more connections, is told with what mends that', async () => {
    const { fetch, files } = await downloadBench([]);
    const exhausted: Exchange = {
      send: async () => {
        throw new ExchangeError('never', 'EMFILE', 'no more files');
      },
      close: async () => {},
    };
    expect(await failureOf(fetch({ exchange: exhausted }))).toMatchObject({
      exitCode: 14,
      code: 'not_sent',
      hint: 'raise the limit on open files (ulimit -n), then: genctl download ID',
    });
    expect(files()).toEqual({});
  });

  it('and can not be reached is exit 9', async () => {
    const { cdn, fetch, files } = await downloadBench([]);
    await new Promise((resolve) => cdn.server.close(resolve));
    expect(await failureOf(fetch())).toMatchObject({ exitCode: 9, code: 'unreachable' });
    expect(files()).toEqual({});
  });
});
