import { describe, expect, it } from 'vitest';
import { taskRoutes } from '../../service/submit-bodies.ts';
import { bench, failureOf, submitBy } from '../api-bench.ts';
import { cutShort, json, reset, type Step, startService, text } from '../loopback-service.ts';

const bytes = new TextEncoder().encode('{"model":"vendor-b/video-2.5","content":[]}');
const submission = { bytes, expectModel: 'vendor-b/video-2.5' };
const busy = json(503, { error: { message: 'References could not be prepared right now' } });
const png = Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1').toString('base64');

describe('a submit to v1', () => {
  it.each([
    ['tasks', '/v1/vendor-b/contents/generations/tasks', { id: 'cgt-1' }, 'cgt-1', 'video'],
    ['images', '/v1/vendor-b/images/async', { id: 'img-1' }, 'img-1', 'image'],
    ['spicy', '/v1/spicy/generations', { id: 'v-1', job_id: 'job_1' }, 'job_1', 'video'],
    ['spicy', '/v1/spicy/generations', { id: 'v-1' }, 'v-1', 'video'],
    ['refs', '/v1/spicy/generations/refs', { job_id: 'job_1', status: 'submitted' }, 'job_1', 'video'],
    ['tasks', '/v1/vendor-b/contents/generations/tasks', { job_id: 'job_1' }, 'job_1', 'video'],
    ['tasks', '/v1/vendor-b/contents/generations/tasks', { id: 4711 }, '4711', 'video'],
  ] as const)('on %s to %s, answered with %j, is the job %s', async (route, path, answer, id, media) => {
    const { api, service } = await bench([json(200, answer)]);
    const submitted = await submitBy(api, { ...submission, route });
    expect(submitted).toEqual({
      job: { id, status: 'queued', media, model: 'vendor-b/video-2.5' },
      raw: answer,
      replayed: false,
    });
    expect(service.seen).toMatchObject([{ method: 'POST', path, body: Buffer.from(bytes).toString() }]);
    expect(service.seen[0]?.headers).not.toHaveProperty('idempotency-key');
    // On a connection that was used before it could be lost, and nobody would send it again.
    expect(service.seen[0]?.headers).toMatchObject({ connection: 'close' });
  });

  it('says when it was made where the answer does, and sends what the caller adds', async () => {
    const { api, service } = await bench([json(200, { id: 'cgt-1', created_at: 1_772_625_600 })]);
    const headers = { 'x-sandbox-scenario': 'slow' };
    const { job } = await submitBy(api, { ...submission, route: 'tasks', headers });
    expect(job.created_at).toBe('2026-03-04T12:00:00.000Z');
    expect(service.seen[0]?.headers).toMatchObject(headers);
  });

  const unknown: [string, Step][] = [
    ['a reset', reset],
    ['a 408', json(408, {})],
    ['a 500', json(500, { error: { code: 'internal', message: 'x' } })],
    ['a 502', json(502, {})],
    ['a 504', text(504, 'text/html', '<title>Gateway Time-out</title>')],
    ['a 2xx that is cut', cutShort(200, '{"id":"cgt-1"')],
    ['half of an answer', text(200, 'application/json', '{"id":"cg')],
    ['a 2xx without an id', json(200, {})],
    ['a 2xx with an error', json(200, { error: { code: 'x', message: 'y' } })],
    ['an id of another kind', json(200, { id: { a: 1 } })],
    ['an id that climbs', json(200, { id: '../../etc/passwd' })],
    ['an id that steers a terminal', json(200, { id: 'cgt\u001b[31m' })],
    ['a list', json(200, ['cgt-1'])],
    ['nothing', text(202, 'application/json', '')],
    ['a page', text(200, 'text/html', '<title>Welcome to Hotel Wi-Fi</title>')],
  ];
  it.each(unknown)('is never sent again after %s, by any way, and may have been made', async (_, trouble) => {
    for (const route of taskRoutes) {
      const { api, service } = await bench([trouble]);
      const failure = await failureOf(submitBy(api, { ...submission, route }));
      expect(failure).toMatchObject({ exitCode: 13, code: 'outcome_unknown' });
      expect(failure.why).toContain('First sent 2026-03-04T12:00:00.000Z, one attempt');
      expect(`${failure.message} ${failure.hint}`).not.toContain('recover');
      expect(service.seen).toHaveLength(1);
    }
  });

  it('with references is repeated after their 503, and after no other', async () => {
    const { api, service } = await bench([busy, busy, json(200, { job_id: 'job_1', status: 'submitted' })]);
    expect((await submitBy(api, { ...submission, route: 'refs' })).job.id).toBe('job_1');
    expect(new Set(service.seen.map(({ body }) => body)).size).toBe(1);
    const other = await bench([busy]);
    expect(await failureOf(submitBy(other.api, { ...submission, route: 'spicy' }))).toMatchObject({
      exitCode: 13,
    });
  });

  it('with references that can never be prepared started nothing', async () => {
    const { api } = await bench(Array.from({ length: 6 }, () => busy));
    const failure = await failureOf(submitBy(api, { ...submission, route: 'refs' }));
    expect(failure).toMatchObject({ exitCode: 9, retryable: true });
    expect(failure.why).toContain('could not be prepared right now');
  });

  it('waits where it is told to slow down, as long as it may', async () => {
    for (const route of taskRoutes) {
      const slow = json(429, { error: { message: 'slow down' } }, { 'retry-after': '7' });
      const { api, notices } = await bench([slow, json(200, { id: 'cgt-1' })]);
      expect((await submitBy(api, { ...submission, route })).job.id).toBe('cgt-1');
      expect(notices.map(({ delayMs }) => delayMs)).toEqual([7000]);
    }
    const { api, service } = await bench([json(429, {}, { 'retry-after': '60' })]);
    expect(await failureOf(submitBy(api, { ...submission, route: 'tasks' }))).toMatchObject({
      exitCode: 8,
    });
    expect(service.seen).toHaveLength(1);
  });

  it('is sent again while it never left this machine, and then made nothing', async () => {
    const service = await startService();
    await new Promise((resolve) => service.server.close(resolve));
    const { api, notices } = await bench([], { baseUrl: service.baseUrl });
    const failure = await failureOf(submitBy(api, { ...submission, route: 'tasks' }));
    expect(failure).toMatchObject({ exitCode: 9, code: 'unreachable' });
    expect(notices).toHaveLength(5);
  });

  it.each([
    [400, { error: { code: 'invalid_input', message: 'duration' } }, { exitCode: 10, code: 'invalid_input' }],
    [400, { error: { message: 'reference image 2: 404' } }, { exitCode: 10, code: 'refused' }],
    [401, {}, { exitCode: 3 }],
    [403, {}, { exitCode: 3 }],
    [409, {}, { exitCode: 10, code: 'refused' }],
    [429, { error: { message: 'Out of balance' } }, { exitCode: 15 }],
    [302, {}, { exitCode: 10, code: 'redirected' }],
  ])('that is answered %i %j ends at once', async (status, body, ends) => {
    const { api, service } = await bench([json(status, body, { location: '/elsewhere' })]);
    expect(await failureOf(submitBy(api, { ...submission, route: 'spicy' }))).toMatchObject(ends);
    expect(service.seen).toHaveLength(1);
  });
});

describe('a picture that is answered at once', () => {
  const sync = { bytes, expectModel: 'vendor-b/image', route: 'images', sync: true } as const;

  it('is a job that is over, its outputs in the order of the answer', async () => {
    const answer = {
      created: 1_772_625_600,
      media_url: 'https://api.example/v1/media/a',
      data: [{ url: 'https://raw.example/1.jpeg?sig=1' }, { url: 'https://raw.example/2.png' }],
    };
    const { api, service } = await bench([json(200, answer)]);
    const { job, raw } = await submitBy(api, sync);
    expect(job).toMatchObject({
      status: 'succeeded',
      media: 'image',
      model: 'vendor-b/image',
      created_at: '2026-03-04T12:00:00.000Z',
      outputs: [
        { url: 'https://api.example/v1/media/a', type: 'image', content_type: 'image/jpeg' },
        { url: 'https://raw.example/2.png', type: 'image', content_type: 'image/png' },
      ],
    });
    expect(raw).toEqual(answer);
    expect(service.seen[0]?.path).toBe('/v1/vendor-b/images/generations');
  });

  it('has the id of the answer, or one of its own that no other answer has', async () => {
    const data = [{ url: 'https://raw.example/1.png' }];
    const { api, clock } = await bench([
      json(200, { id: 'i-1', data }),
      json(200, { data }),
      json(200, { data }),
    ]);
    expect((await submitBy(api, sync)).job.id).toBe('i-1');
    const first = (await submitBy(api, sync)).job.id;
    clock.advance(1);
    const second = (await submitBy(api, sync)).job.id;
    expect(first).toMatch(/^img_[0-9a-f]{24}$/);
    expect(second).not.toBe(first);
  });

  it('may come inside the answer', async () => {
    const { api } = await bench([
      json(200, {
        data: [{ b64_json: png }, { b64_json: '/9j/AAAA' }],
        media_url: 'https://a.example/v1/media/a',
      }),
    ]);
    const { job } = await submitBy(api, sync);
    expect(job.outputs).toEqual([
      { url: `data:image/png;base64,${png}`, type: 'image', content_type: 'image/png' },
      { url: 'data:image/jpeg;base64,/9j/AAAA', type: 'image', content_type: 'image/jpeg' },
    ]);
  });

  it('that failed says so, and one that goes on can be looked at', async () => {
    const error = { code: 'provider_failed', message: 'no', provider_code: 'E1' };
    const { api } = await bench([
      json(200, { status: 'failed', error }),
      json(200, { id: 'i-1', status: 'running' }),
    ]);
    expect((await submitBy(api, sync)).job).toMatchObject({ status: 'failed', error });
    expect((await submitBy(api, sync)).job).toMatchObject({ id: 'i-1', status: 'running' });
  });

  it.each([{}, { error: { message: 'x' } }, { data: [] }, { data: [{}] }, [1], 'x', null])(
    'that is not in the answer %j may have been made all the same',
    async (body) => {
      const { api, service } = await bench([json(200, body)]);
      expect(await failureOf(submitBy(api, sync))).toMatchObject({ exitCode: 13 });
      expect(service.seen).toHaveLength(1);
    },
  );

  it('and takes too long is led to the route that waits', async () => {
    const message = 'vendor-b/image-4k renders too long here; use the async route';
    const { api } = await bench([json(400, { error: { code: 'sync_unsupported', message } })]);
    const failure = await failureOf(submitBy(api, sync));
    expect(failure).toMatchObject({ exitCode: 10, code: 'sync_unsupported' });
    expect(failure.why).toContain('vendor-b/image-4k');
    expect(failure.hint).toContain('--route images');
  });

  it('and never comes is not asked for again', async () => {
    const { api, service } = await bench([json(504, {})]);
    const failure = await failureOf(submitBy(api, sync));
    expect(failure).toMatchObject({ exitCode: 13 });
    expect(service.seen).toHaveLength(1);
  });
});
