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
    const { api } = await bench(Array.from({ length: 3 }, () => text(200, 'text/html', page)));
    const failure = await failureOf(api.call(poll));
    expect(failure).toMatchObject({ exitCode: 9, code: 'unverified_answer' });
    expect(failure.why).toMatch(/Welcome to Hotel Wi-Fi.*3 attempts/);
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
    const { api } = await bench([endless, endless, endless]);
    const failure = await failureOf(api.call(poll));
    expect(failure).toMatchObject({ exitCode: 9, code: 'unexpected_answer' });
    expect(failure.why).toContain('8 MiB');
    expect(sentBytes).toBeLessThan(3 * 25 * 1024 * 1024);
  });
});

describe('a look that something between may have answered', () => {
  const page = '<html><head><title>Access denied</title></head></html>';
  const misanswers: [name: string, step: Step, why: string][] = [
    ['a page of a firewall', text(403, 'text/html', page), 'Access denied'],
    ['a page of a proxy', text(405, 'text/html', page), 'answered 405 with an HTML page'],
    ['an empty 400', text(400, 'text/plain', ''), 'answered 400'],
    ['an error of a gateway', json(409, { message: 'Conflict' }), 'answered 409: Conflict'],
    ['an empty 401', text(401, 'text/plain', ''), 'answered 401'],
    ['a plain 404', text(404, 'text/plain', 'not here'), 'not here'],
    ['a login page', text(200, 'text/html', page), 'Access denied'],
    ['nothing', text(204, 'text/plain', ''), 'it is empty'],
    ['a cut answer', text(200, 'application/json', '{"id":"job_1",'), 'is not JSON'],
    [
      'a redirect',
      (response) => response.writeHead(302, { location: 'https://login.test/x' }).end(),
      'login.test',
    ],
  ];

  it.each(misanswers)('is made again after %s', async (_, step) => {
    const { api } = await bench([step, step, json(200, { status: 'running' })]);
    expect((await api.call(poll)).json).toEqual({ status: 'running' });
  });

  it.each(misanswers)('is given up after a minute of %s', async (_, step, why) => {
    const { api, clock } = await bench(Array.from({ length: 10 }, () => step));
    const startedMs = clock.monotonicMs();
    const failure = await failureOf(api.call({ ...poll, deadlineMs: Number.POSITIVE_INFINITY }));
    expect(failure).toMatchObject({ exitCode: 9, retryable: true, jobId: 'job_1' });
    expect(failure.why).toContain(why);
    expect(clock.monotonicMs() - startedMs).toBe(60_000);
  });

  it('is asked for again after what it asks, and within the minute', async () => {
    const asks =
      (status: number, seconds: string): Step =>
      (response) =>
        response.writeHead(status, { 'content-type': 'text/html', 'retry-after': seconds }).end(page);
    const { api, notices } = await bench([asks(200, '3'), asks(302, '4'), asks(403, '5'), json(200, {})]);
    await api.call({ ...poll, deadlineMs: Number.POSITIVE_INFINITY });
    expect(notices.map(({ delayMs }) => delayMs)).toEqual([3_000, 4_000, 5_000]);
    for (const status of [200, 403]) {
      const long = await bench([asks(status, '300'), asks(status, '300')]);
      const startedMs = long.clock.monotonicMs();
      const wait = long.api.call({ ...poll, deadlineMs: Number.POSITIVE_INFINITY });
      expect((await failureOf(wait)).why).toContain(
        'It asks to wait 300 s, longer than the 60 s for which such answers are asked about.',
      );
      expect(long.clock.monotonicMs() - startedMs).toBe(60_000);
    }
  });

  it('counts the minute anew after an answer of another kind', async () => {
    const denied = text(403, 'text/html', page);
    const steps = Array.from({ length: 60 }, (_, index) => (index % 4 === 3 ? json(500, {}) : denied));
    const { api, clock } = await bench([...steps, json(200, {})]);
    await api.call({ ...poll, deadlineMs: Number.POSITIVE_INFINITY });
    expect(clock.monotonicMs()).toBeGreaterThan(120_000);
  });

  it('quotes an error that came as a 200', async () => {
    const odd = json(200, { error: { code: 'gone', message: 'no such shard' } });
    const { api } = await bench([odd, odd, odd]);
    const { why } = await failureOf(api.call({ ...poll, accept: () => 'is not a job' }));
    expect(why).toContain('the answer (200) is not a job: “no such shard”');
  });

  it('is announced for the time of the next one, which its caller may put off', async () => {
    const denied = text(403, 'text/html', page);
    const { api, notices } = await bench([denied, denied]);
    const wait = { ...poll, deadlineMs: Number.POSITIVE_INFINITY };
    await expect(api.attempt({ ...wait, leastDelayMs: 10_000 })).rejects.toThrow();
    await expect(api.attempt(wait)).rejects.toThrow();
    expect(notices.map(({ delayMs }) => delayMs < 10_000)).toEqual([false, true]);
  });

  it('tells both readings', async () => {
    const { api } = await bench(Array.from({ length: 3 }, () => text(401, 'text/html', page)));
    const { message, why } = await failureOf(api.call(poll));
    expect(message).toContain('127.0.0.1');
    expect(why).toMatch(/gateway, firewall or login page.*does not accept the key/);
  });

  it('ends at once where the service asks for a key', async () => {
    const headers = { 'content-type': 'text/html', 'www-authenticate': 'Bearer realm="api"' };
    const { api } = await bench([(response) => response.writeHead(401, headers).end(page)]);
    expect(await failureOf(api.call(poll))).toMatchObject({ exitCode: 3 });
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
