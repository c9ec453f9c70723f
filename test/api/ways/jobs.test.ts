import { describe, expect, it } from 'vitest';
import { jobs } from '../../../src/api/ways/jobs.ts';
import { bench, failureOf } from '../api-bench.ts';
import { json, reset, type Step, text } from '../loopback-service.ts';

const queued = { id: 'job_1', model: 'm', status: 'queued', created_at: '2026-03-04T12:00:00.123456+00:00' };
const before = '2026-03-04T11:59:50.000000+00:00';
const running = { id: 'job_1', model: 'm', status: 'running' };
const submission = {
  bytes: new TextEncoder().encode('{"model":"m"}'),
  idempotencyKey: 'K',
  expectModel: 'm',
};
const known = { id: 'job_1', route: 'jobs' } as const;
const sixTimes = <Value>(value: Value): Value[] => Array.from({ length: 6 }, () => value);

describe('submitting a job', () => {
  it('gives the job that the service made', async () => {
    const { api, service } = await bench([json(202, queued)]);
    expect(await jobs.submit(api, submission)).toMatchObject({ job: queued, replayed: false });
    expect(service.seen[0]).toMatchObject({ method: 'POST', path: '/v2/jobs', body: '{"model":"m"}' });
    expect(service.seen[0]?.headers).toMatchObject({
      'idempotency-key': 'K',
      'content-type': 'application/json',
    });
  });

  it('sends headers of the caller along, but never another key', async () => {
    const { api, service } = await bench([json(202, queued)]);
    const headers = { 'x-sandbox-scenario': 'slow', 'idempotency-key': 'other' };
    await jobs.submit(api, { ...submission, headers });
    expect(service.seen[0]?.headers).toMatchObject({ 'x-sandbox-scenario': 'slow', 'idempotency-key': 'K' });
  });

  it.each([
    ['without an id', { ...queued, id: undefined }],
    ['with an empty id', { ...queued, id: '' }],
    ['with an id that leaves its folder', { ...queued, id: '../../etc/passwd' }],
    ['with an id that steers a terminal', { ...queued, id: 'job_\u001b[31m' }],
    ['about another model', { ...queued, model: 'other' }],
    ['that is a list', [queued]],
  ])('asks again after a 2xx %s, and leaves the outcome open in the end', async (_, body) => {
    const again = await bench([json(202, body), json(202, queued)]);
    expect((await jobs.submit(again.api, submission)).job.id).toBe('job_1');

    const never = await bench(sixTimes(json(202, body)));
    const failure = await failureOf(jobs.submit(never.api, submission));
    expect(failure).toMatchObject({ exitCode: 13, idempotencyKey: 'K' });
    expect(new Set(never.service.seen.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set(['K']),
    );
  });

  it.each([
    ['a header says so', { ...queued }, { 'idempotent-replayed': 'true' }, true],
    ['a header denies it', { ...queued, status: 'running' }, { 'idempotent-replayed': 'false' }, false],
    [
      'the job is further on, and from before',
      { ...queued, status: 'running', created_at: before },
      {},
      true,
    ],
    ['the job is over, and has no time', { ...queued, status: 'succeeded', created_at: undefined }, {}, true],
    ['the job is running already, and was made just now', { ...queued, status: 'running' }, {}, false],
    ['the job is over already, and was made just now', { ...queued, status: 'succeeded' }, {}, false],
    [
      'the job is running, and was made just now by a clock that is behind',
      { ...queued, status: 'running', created_at: '2026-03-04T11:00:00.5Z' },
      { date: 'Wed, 04 Mar 2026 11:00:00 GMT' },
      false,
    ],
    [
      'the job is running, and is from before by a clock that is ahead',
      { ...queued, status: 'running', created_at: '2026-03-04T12:59:50Z' },
      { date: 'Wed, 04 Mar 2026 13:00:00 GMT' },
      true,
    ],
    ['it is old by the clock of the service', { ...queued }, { date: 'Wed, 04 Mar 2026 12:01:02 GMT' }, true],
    [
      'it is new by the clock of the service',
      { ...queued },
      { date: 'Wed, 04 Mar 2026 12:00:30 GMT' },
      false,
    ],
    ['it has no time', { ...queued, created_at: undefined }, {}, false],
  ])('knows a job that existed before when %s', async (_, body, headers, replayed) => {
    const { api } = await bench([json(200, body, headers)]);
    expect((await jobs.submit(api, submission)).replayed).toBe(replayed);
  });
});

describe('looking at a job', () => {
  it('gives the job and what the header asks to wait, which stays with the job where it is longer', async () => {
    const { api } = await bench([json(200, { ...running, retry_after: 2 }, { 'retry-after': '5' })]);
    expect(await jobs.poll(api, known)).toMatchObject({
      job: { ...running, retry_after: 5 },
      retryAfterMs: 5000,
    });
  });

  it('reads an answer once: while it is the same, a look resolves with what the last one brought', async () => {
    const asked = json(200, { ...running, retry_after: 2 }, { 'retry-after': '2' });
    const longer = json(200, { ...running, retry_after: 2 }, { 'retry-after': '5' });
    const { api } = await bench([asked, asked, longer, json(200, { ...running, status: 'succeeded' })]);
    const first = await jobs.poll(api, known);
    const last = await jobs.poll(api, known, { last: first });
    expect(last).toBe(first);
    const slower = await jobs.poll(api, known, { last });
    expect(slower).toMatchObject({ job: { ...running, retry_after: 5 }, retryAfterMs: 5000 });
    expect((await jobs.poll(api, known, { last: slower })).job.status).toBe('succeeded');
  });

  it('keeps a status that nobody has heard of', async () => {
    const { api } = await bench([json(200, { ...running, status: 'resting' })]);
    expect((await jobs.poll(api, known)).job.status).toBe('resting');
  });

  it('gives the outputs that can be read, whatever stands between them', async () => {
    const good = { url: 'https://cdn.example/1.png', type: 'image' };
    for (const [outputs, read] of [
      [[null, good, { type: 'image' }, { url: 7 }, 'x'], [good]],
      [[{ url: 7 }], undefined],
      ['none', undefined],
    ]) {
      const { api } = await bench([json(200, { ...running, status: 'succeeded', outputs })]);
      expect((await jobs.poll(api, known)).job.outputs).toEqual(read);
    }
  });

  it('takes no other job for this one', async () => {
    const { api } = await bench(Array.from({ length: 3 }, () => json(200, { ...running, id: 'job_2' })));
    expect(await failureOf(jobs.poll(api, known))).toMatchObject({ exitCode: 9, code: 'unexpected_answer' });
  });

  it('gives a job that was just submitted a moment to be known', async () => {
    const { api } = await bench([
      json(404, { detail: 'no such job' }),
      json(404, { detail: 'no such job' }),
      json(200, running),
    ]);
    expect((await jobs.poll(api, known, { notFoundGraceMs: 10_000 })).job.status).toBe('running');
  });

  it('says that there is none when the moment is over, or at once without one', async () => {
    const { api, clock } = await bench(Array.from({ length: 5 }, () => json(404, { detail: 'no such job' })));
    expect(await failureOf(jobs.poll(api, known))).toMatchObject({ exitCode: 11, jobId: 'job_1' });
    expect(clock.slept).toEqual([]);
    expect(await failureOf(jobs.poll(api, known, { notFoundGraceMs: 2000 }))).toMatchObject({ exitCode: 11 });
    expect(clock.slept).toEqual([250, 500, 1000]);
  });
});

describe('canceling a job', () => {
  const canceled = { ...running, status: 'canceled' };

  it('gives the job as it is then, finished or not', async () => {
    const { api, service } = await bench([
      json(200, canceled),
      json(200, { ...running, status: 'succeeded' }),
    ]);
    expect((await jobs.cancel(api, 'job_1')).job.status).toBe('canceled');
    expect((await jobs.cancel(api, 'job_1')).job.status).toBe('succeeded');
    expect(service.seen[0]).toMatchObject({ method: 'POST', path: '/v2/jobs/job_1/cancel' });
  });

  it('looks first when the answer never came, and does not cancel what is over', async () => {
    const { api, service } = await bench([reset, json(200, canceled)]);
    expect((await jobs.cancel(api, 'job_1')).job.status).toBe('canceled');
    expect(service.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('cancels again what still goes on', async () => {
    const { api, service } = await bench([json(502, {}), json(200, running), json(200, canceled)]);
    expect((await jobs.cancel(api, 'job_1')).job.status).toBe('canceled');
    expect(service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });

  it('gives up after six times, and says how often it was sent', async () => {
    const { api, service } = await bench(sixTimes([json(500, {}), json(200, running)]).flat());
    const { job, unconfirmed } = await jobs.cancel(api, 'job_1');
    expect(job.status).toBe('running');
    expect(unconfirmed).toMatchObject({ exitCode: 9, jobId: 'job_1', code: 'cancel_unconfirmed' });
    expect(unconfirmed?.why).toContain('6 attempts in');
    expect(service.seen).toHaveLength(12);
  });

  const noWord: [name: string, step: Step][] = [
    ['nothing', text(204, 'text/plain', '')],
    ['a list', json(200, [])],
    ['an empty object', json(200, {})],
    ['a cut answer', text(200, 'application/json', '{"id":"job_1",')],
    ['another job', json(200, { ...canceled, id: 'job_2' })],
    ['a job that goes on', json(200, running)],
    ['a page', text(403, 'text/html', '<title>Blocked</title>')],
  ];

  it.each(noWord)('that is answered with %s looks at the job, and cancels what goes on', async (_, step) => {
    const over = await bench([step, json(200, canceled)]);
    expect(await jobs.cancel(over.api, 'job_1')).toEqual({ job: canceled, raw: undefined });
    const again = await bench([step, json(200, running), json(200, canceled)]);
    expect(await jobs.cancel(again.api, 'job_1')).toEqual({ job: canceled, raw: undefined });
    expect(again.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });

  it.each(noWord)('that is answered with %s for a minute can’t be confirmed', async (_, step) => {
    const { api, clock } = await bench(Array.from({ length: 10 }, () => [step, json(200, running)]).flat());
    const startedMs = clock.monotonicMs();
    const { job, unconfirmed } = await jobs.cancel(api, 'job_1');
    expect([job, unconfirmed]).toMatchObject([running, { exitCode: 9, code: 'cancel_unconfirmed' }]);
    expect(unconfirmed?.message).toBe(
      'The cancel of job_1 could not be confirmed: the service calls the job running',
    );
    expect(clock.monotonicMs() - startedMs).toBe(60_000);
  });

  it('looks at the job no more often than that asks', async () => {
    const steps = [json(200, {}), json(200, { ...running, retry_after: 30 }), json(200, {}), json(200, {})];
    const { api, service } = await bench([...steps, json(200, canceled)]);
    expect((await jobs.cancel(api, 'job_1')).job.status).toBe('canceled');
    expect(service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'POST', 'POST']);
  });

  it('goes on without a look that brings nothing', async () => {
    const { api, service } = await bench([
      json(200, {}),
      ...Array.from({ length: 5 }, () => reset),
      json(200, canceled),
    ]);
    expect((await jobs.cancel(api, 'job_1')).job.status).toBe('canceled');
    expect(service.seen.at(-1)?.method).toBe('POST');
  });

  it('of a job that is not there says so', async () => {
    const { api } = await bench([json(404, { detail: 'no such job' })]);
    expect(await failureOf(jobs.cancel(api, 'job_1'))).toMatchObject({ exitCode: 11 });
  });
});
