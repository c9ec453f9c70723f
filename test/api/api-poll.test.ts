import { describe, expect, it } from 'vitest';
import { bench, failureOf, poll } from './api-bench.ts';
import { createFakeClock } from './fake-clock.ts';
import { cutShort, json, reset, type Step, text } from './loopback-service.ts';

describe('a poll', () => {
  it('goes on through resets, 5xx and 429s to its answer', async () => {
    const { api, notices } = await bench([
      reset,
      json(503, {}),
      json(500, {}),
      json(429, {}, { 'retry-after': '4' }),
      cutShort(200, '{'),
      json(200, { id: 'job_1' }),
    ]);
    const answer = await api.call({ ...poll, deadlineMs: Number.POSITIVE_INFINITY });
    expect(answer.json).toEqual({ id: 'job_1' });
    expect(notices.map(({ attempt, what }) => `${attempt} ${what}`)).toEqual(
      [1, 2, 3, 4, 5].map((attempt) => `${attempt} the look at job_1`),
    );
    expect(notices.map(({ reason }) => reason)).toEqual([
      'the connection was reset',
      'it answered 503',
      'it answered 500',
      'it answered 429',
      'the connection was closed midway',
    ]);
    expect(notices[3]?.delayMs).toBe(4000);
  });

  it('waits the longer of what header and body of a 429 ask', async () => {
    const { api, notices } = await bench([
      json(429, { error: { message: 'slow', retry_after: 9 } }, { 'retry-after': '4' }),
      json(200, {}),
    ]);
    await api.call({ ...poll, deadlineMs: Number.POSITIVE_INFINITY });
    expect(notices[0]?.delayMs).toBe(9000);
  });

  it('ends at its deadline', async () => {
    const outage: Step[] = Array.from({ length: 9 }, () => json(502, {}));
    const { api, clock } = await bench(outage);
    const deadlineMs = clock.monotonicMs() + 60_000;
    const failure = await failureOf(api.call({ ...poll, deadlineMs }));
    expect(failure).toMatchObject({ exitCode: 9, code: 'server_error', retryable: true, jobId: 'job_1' });
    expect(clock.monotonicMs()).toBeLessThanOrEqual(deadlineMs);
    expect(clock.monotonicMs()).toBeGreaterThan(deadlineMs - 31_000);
  });

  it('without a deadline is given up after six attempts', async () => {
    const { api, service } = await bench(Array.from({ length: 6 }, () => json(500, {})));
    expect(await failureOf(api.call(poll))).toMatchObject({ exitCode: 9 });
    expect(service.seen).toHaveLength(6);
  });

  it('takes a page in the place of the answer for what it is', async () => {
    const page = '<html><head><title>Welcome to Hotel Wi-Fi</title></head></html>';
    const { api } = await bench([text(200, 'text/html', page)]);
    const failure = await failureOf(api.call(poll));
    expect(failure).toMatchObject({ exitCode: 10, code: 'unexpected_answer' });
    expect(failure.why).toContain('Welcome to Hotel Wi-Fi');
  });

  it('cuts off an answer of 50 MB', async () => {
    let sentBytes = 0;
    const endless: Step = async (response) => {
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      response.writeHead(200, { 'content-type': 'application/json' });
      while (sentBytes < 50 * chunk.length && !response.destroyed) {
        sentBytes += chunk.length;
        response.write(chunk);
        await new Promise(setImmediate);
        while (response.writableNeedDrain && !response.destroyed) await new Promise(setImmediate);
      }
    };
    const { api } = await bench([endless]);
    const failure = await failureOf(api.call(poll));
    expect(failure).toMatchObject({ exitCode: 10, code: 'unexpected_answer' });
    expect(failure.why).toContain('8 MiB');
    expect(sentBytes).toBeLessThan(25 * 1024 * 1024);
  });
});

describe('retries of one process', () => {
  it('share one budget: sixteen at once, then four a second', async () => {
    const calls = 20;
    const steps = [
      ...Array.from({ length: calls }, () => json(500, {})),
      ...Array.from({ length: calls }, () => json(200, {})),
    ];
    // A clock that stands still, as for retries of one moment.
    const clock = { ...createFakeClock(), sleep: async () => {} };
    const { api, notices } = await bench(steps, { clock });
    await Promise.all(Array.from({ length: calls }, () => api.call(poll)));
    expect(notices.filter(({ delayMs }) => delayMs === 250)).toHaveLength(17);
    expect(Math.max(...notices.map(({ delayMs }) => delayMs))).toBe(1000);
  });
});
