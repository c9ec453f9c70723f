import { describe, expect, it } from 'vitest';
import { cancelRecord, pollRecord } from '../../../src/api/ways/index.ts';
import { taskRoutes } from '../../service/submit-bodies.ts';
import { bench, failureOf } from '../api-bench.ts';
import { cutShort, json, reset, text } from '../loopback-service.ts';

const task = { id: 'cgt-1', route: 'tasks' } as const;
const running = { id: 'cgt-1', status: 'running' };
const forEver = { deadlineMs: Number.POSITIVE_INFINITY };

describe('looking at a job by the route that it was submitted to', () => {
  it.each([
    ['jobs', '/v2/jobs/cgt-1'],
    ['tasks', '/v1/vendor-b/contents/generations/tasks/cgt-1'],
    ['images', '/v1/vendor-b/images/async/cgt-1'],
    ['spicy', '/v1/spicy/generations/cgt-1'],
    ['refs', '/v1/spicy/generations/cgt-1'],
  ] as const)('of %s asks %s', async (route, path) => {
    const { api, service } = await bench([json(200, running, { 'retry-after': '6' })]);
    const seen = await pollRecord(api, { id: 'cgt-1', route });
    expect(seen).toMatchObject({ job: running, retryAfterMs: 6000 });
    expect(seen.raw).toEqual(route === 'jobs' ? undefined : running);
    expect(service.seen).toMatchObject([{ method: 'GET', path }]);
  });

  it('takes the status of the body, whatever the code of the answer', async () => {
    const failed = { ...running, status: 'failed', error: { code: 'provider_failed', message: 'no' } };
    for (const [code, body] of [
      [202, running],
      [500, failed],
      [400, failed],
      [410, { ...running, status: 'expired' }],
    ] as const) {
      const { api } = await bench([json(code, body)]);
      expect((await pollRecord(api, task)).job.status).toBe(body.status);
    }
  });

  it.each([
    ['another task', json(400, { ...running, id: 'cgt-2', error: 'no' }), 10],
    ['no task', json(400, { status: 'failed', error: { message: 'x' } }), 10],
    ['the key', json(401, { ...running, error: 'no' }), 3],
    ['the grant', json(403, { ...running, error: 'no' }), 3],
  ])('takes no refusal about %s for an answer', async (_, step, exitCode) => {
    const { api } = await bench([step]);
    expect(await failureOf(pollRecord(api, task))).toMatchObject({ exitCode });
  });

  it('goes on through resets, 5xx and 429s to its answer', async () => {
    const { api, notices } = await bench([
      reset,
      json(408, {}),
      json(503, {}),
      cutShort(200, '{'),
      json(429, { ...running }, { 'retry-after': '9' }),
      json(200, running),
    ]);
    expect((await pollRecord(api, task, forEver)).job.status).toBe('running');
    expect(notices.map(({ delayMs }) => delayMs)).toContain(9000);
  });

  it('gives a task that was just submitted a moment to be known, and no longer', async () => {
    const known = await bench([json(404, { detail: 'no such task' }), json(200, running)]);
    expect((await pollRecord(known.api, task, { notFoundGraceMs: 10_000 })).job.status).toBe('running');
    const { api } = await bench([json(404, { detail: 'no such task' })]);
    expect(await failureOf(pollRecord(api, task))).toMatchObject({ exitCode: 11, jobId: 'cgt-1' });
  });

  it.each([
    ['a page', text(200, 'text/html', '<title>Wi-Fi</title>'), 'unverified_answer'],
    ['another task', json(200, { ...running, id: 'cgt-2' }), 'unexpected_answer'],
    ['no status', json(200, { id: 'cgt-1' }), 'unexpected_answer'],
  ])('takes %s for what it is', async (_, step, code) => {
    const { api } = await bench([step, step, step]);
    expect(await failureOf(pollRecord(api, task))).toMatchObject({ exitCode: 9, code });
  });

  it('reads the same answer once', async () => {
    const { api } = await bench([json(200, running), json(200, running)]);
    const last = await pollRecord(api, task);
    expect(await pollRecord(api, task, { last })).toBe(last);
  });

  it('keeps the name of the model that was asked for', async () => {
    const { api } = await bench([
      json(200, { ...running, model: 'native-2-5' }),
      json(200, { ...running, model: 'native-2-5' }),
    ]);
    const job = { id: 'cgt-1', status: 'queued', model: 'vendor-b/video-2.5' };
    expect((await pollRecord(api, { ...task, job })).job.model).toBe('vendor-b/video-2.5');
    expect((await pollRecord(api, task)).job.model).toBe('native-2-5');
  });
});

describe('a picture that was answered at once', () => {
  const job = { id: 'img_0123', status: 'succeeded', model: 'm' };
  const known = { id: 'img_0123', route: 'images', sync: true, job, raw: { data: [] } } as const;

  it('is not looked at by an id that is ours alone', async () => {
    const { api } = await bench([]);
    expect(await pollRecord(api, known)).toEqual({ job, raw: known.raw, retryAfterMs: undefined });
  });

  it('is not asked for again where it came inside the answer', async () => {
    const { api } = await bench([]);
    const kept = { ...job, outputs: [{ url: 'file:///home/ledger/pictures/job_1-1.png' }] };
    expect((await pollRecord(api, { ...known, id: 'job_1', job: kept })).job).toEqual(kept);
  });

  it('is asked for by an id of the service, and stands as it is where that is not known', async () => {
    const given = { ...known, id: 'i-1', job: { ...job, id: 'i-1' } };
    const { api } = await bench([
      json(200, { id: 'i-1', status: 'succeeded', media_url: 'https://a.example/v1/media/b' }),
      json(404, { detail: 'no such task' }),
    ]);
    expect((await pollRecord(api, given)).job.outputs).toHaveLength(1);
    expect((await pollRecord(api, given)).job).toEqual(given.job);
  });
});

describe('canceling', () => {
  it('is done on v2', async () => {
    const canceled = { id: 'job_1', status: 'canceled' };
    const { api } = await bench([json(200, canceled)]);
    expect(await cancelRecord(api, { id: 'job_1', route: 'jobs' })).toMatchObject({ job: canceled });
  });

  it.each([...taskRoutes.map((route) => ({ route })), { route: 'images' as const, sync: true }])(
    'is not there for $route, and nothing is sent',
    async (way) => {
      const { api } = await bench([]);
      const failure = await failureOf(cancelRecord(api, { id: 'cgt-1', ...way }));
      expect(failure).toMatchObject({ exitCode: 2, code: 'no_cancel_route', jobId: 'cgt-1' });
      expect(failure.why).toContain('charged if it succeeds');
    },
  );
});
