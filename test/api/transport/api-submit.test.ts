import { describe, expect, it } from 'vitest';
import type { ApiCall } from '../../../src/api/transport/api-call.ts';
import { bench, failureOf, submit, submitTask } from '../api-bench.ts';
import { cutShort, json, reset, type Step, startService, text } from '../loopback-service.ts';

const busy = json(503, { error: { message: 'References could not be prepared right now' } });

describe('a submit', () => {
  it.each([
    ['a reset', reset],
    ['a 500', json(500, {})],
    ['a 503', json(503, {})],
    ['a cut answer', cutShort(202, '{"id":"job_1"')],
    ['a page', text(200, 'text/html', '<html></html>')],
    ['half of an answer', text(200, 'application/json', '{"id":')],
    ['an empty answer', text(202, 'application/json', '')],
  ])('is sent again after %s, same bytes, same key', async (_, trouble) => {
    const { api, service } = await bench([trouble, json(202, { id: 'job_1' })]);
    expect((await api.call(submit)).json).toEqual({ id: 'job_1' });
    expect(service.seen.map(({ body }) => body)).toEqual(['{"model":"m"}', '{"model":"m"}']);
    expect(service.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['K', 'K']);
  });

  it('whose outcome stays unknown says so, with its key, after six attempts', async () => {
    const { api, service } = await bench(Array.from({ length: 6 }, () => reset));
    const failure = await failureOf(api.call(submit));
    expect(failure).toMatchObject({ exitCode: 13, idempotencyKey: 'K', hint: 'genctl recover' });
    expect(service.seen).toHaveLength(6);
  });

  it('that never left is unreachable, not unknown', async () => {
    const service = await startService();
    await new Promise((resolve) => service.server.close(resolve));
    const { api } = await bench([], { baseUrl: service.baseUrl });
    const failure = await failureOf(api.call(submit));
    expect(failure).toMatchObject({ exitCode: 9, code: 'unreachable' });
    expect(failure.why).toContain('nothing was sent');
  });

  it.each([
    ['the key is refused', json(401, { error: 'no' })],
    ['it is told to slow down', json(429, {}, { 'retry-after': '3600' })],
    ['the balance is gone', json(429, { error: { message: 'Organisation out of balance' } })],
    ['it is led astray', ((response) => response.writeHead(302).end()) as Step],
  ])('stays unknown when after a reset %s', async (_, then) => {
    const { api } = await bench([reset, then]);
    const failure = await failureOf(api.call(submit));
    expect(failure).toMatchObject({ exitCode: 13, idempotencyKey: 'K' });
  });

  it.each([400, 401, 402, 403, 404, 405, 409, 410, 418, 422, 451])(
    'on v2 is sent again after a page of %i, and stays unknown after a minute of it',
    async (status) => {
      const page = text(status, 'text/html', '<title>Blocked</title>');
      const again = await bench([page, text(status, 'text/plain', ''), json(200, { id: 'job_1' })]);
      expect((await again.api.call(submit)).json).toEqual({ id: 'job_1' });
      expect(
        new Set(again.service.seen.map(({ body, headers }) => body + headers['idempotency-key'])).size,
      ).toBe(1);
      for (const step of [page, json(status, { message: 'Blocked' })]) {
        const { api, clock } = await bench(Array.from({ length: 10 }, () => step));
        const startedMs = clock.monotonicMs();
        const failure = await failureOf(api.call(submit));
        expect(failure).toMatchObject({ exitCode: 13, idempotencyKey: 'K' });
        expect(failure.why).toContain('Blocked');
        expect(clock.monotonicMs() - startedMs).toBe(60_000);
      }
    },
  );

  it('on v1 may have arrived after a page that breaks off', async () => {
    const cut: Step = (response) => {
      response.writeHead(403, { 'content-type': 'text/html', 'content-length': 900 });
      response.write('<html><title>Blocked', () => response.socket?.destroy());
    };
    const { api } = await bench([cut]);
    expect(await failureOf(api.call(submitTask))).toMatchObject({ exitCode: 13 });
  });

  it.each([
    [400, 10],
    [401, 3],
    [402, 15],
    [403, 3],
    [404, 11],
    [405, 10],
    [409, 10],
    [422, 10],
  ])(
    'on v1 may have arrived after a page or foreign JSON of %i, and was refused by an empty or plain answer (%i)',
    async (status, exitCode) => {
      const { api, service } = await bench([
        text(status, 'text/html', '<title>Blocked</title>'),
        json(status, { message: 'no' }),
        text(status, 'text/plain', 'no'),
        text(status, 'text/plain', ''),
      ]);
      for (const ends of [13, 13, exitCode, exitCode])
        expect(await failureOf(api.call(submitTask))).toMatchObject({ exitCode: ends });
      expect(service.seen).toHaveLength(4);
    },
  );

  it.each([submit, submitTask])(
    'is refused by whoever redirects it or finds it too large, on both routes (%#)',
    async (call) => {
      const away =
        (status: number): Step =>
        (response) =>
          response.writeHead(status, { location: 'https://login.example' }).end();
      const tooLarge = text(413, 'text/html', '<title>413 Request Entity Too Large</title>');
      const { api, service } = await bench([...[301, 302, 307, 308].map(away), tooLarge]);
      for (const code of ['redirected', 'redirected', 'redirected', 'redirected', 'request_too_large'])
        expect(await failureOf(api.call(call))).toMatchObject({ exitCode: 10, code });
      expect(service.seen).toHaveLength(5);
    },
  );

  it('whose answer is said to be elsewhere may have arrived', async () => {
    const { api } = await bench([(response) => response.writeHead(303, { location: '/jobs/7' }).end()]);
    expect(await failureOf(api.call(submitTask))).toMatchObject({ exitCode: 13 });
  });

  it('is settled by a refusal of its body after a reset', async () => {
    const { api } = await bench([reset, json(400, { error: { code: 'invalid_input', message: 'n' } })]);
    expect(await failureOf(api.call(submit))).toMatchObject({ exitCode: 10, code: 'invalid_input' });
  });

  it('on v1 is never sent again once it may have arrived', async () => {
    for (const trouble of [
      reset,
      json(500, {}),
      json(503, {}),
      cutShort(200, '{'),
      text(200, 'text/html', '<p>'),
    ]) {
      const { api, service } = await bench([trouble]);
      const failure = await failureOf(api.call(submitTask));
      expect(failure).toMatchObject({ exitCode: 13 });
      expect(failure.why).toContain('2026-03-04T12:00:00.000Z');
      expect(service.seen).toHaveLength(1);
    }
  });

  it('of references is repeated after a 503 of the service and after nothing else that may have arrived', async () => {
    const refs: ApiCall = { ...submitTask, route: 'submitRefs', retryRoute: 'submitRefs' };
    const { api, service } = await bench([busy, json(200, { job_id: 'x' })]);
    expect((await api.call(refs)).json).toEqual({ job_id: 'x' });
    expect(service.seen).toHaveLength(2);
    for (const trouble of [
      json(502, {}),
      json(503, {}),
      text(503, 'text/html', '<title>Service Unavailable</title>'),
      reset,
      cutShort(200, '{"job_id"'),
    ]) {
      const once = await bench([trouble]);
      expect(await failureOf(once.api.call(refs))).toMatchObject({ exitCode: 13 });
      expect(once.service.seen).toHaveLength(1);
    }
  });

  it('of references that stay unprepared started nothing', async () => {
    const refs: ApiCall = { ...submitTask, route: 'submitRefs', retryRoute: 'submitRefs' };
    const { api } = await bench(Array.from({ length: 6 }, () => busy));
    expect(await failureOf(api.call(refs))).toMatchObject({ exitCode: 9 });
  });
});
