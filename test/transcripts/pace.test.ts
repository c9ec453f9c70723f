import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { onLoopback, sendJson } from './fixtures/on-loopback.ts';
import { newHome } from './genctl.ts';

const job = { id: 'job_paced', model: 'vendor-b/video-2.5', created_at: '2026-03-04T05:06:07+00:00' };

/** A service that has the job already: what it answers a submit with is a test's, and each look finds it over. */
async function serve(answerSubmit: (response: ServerResponse) => void) {
  const times: Record<string, number> = {};
  const served = await serveAs((request, response) => {
    times[request.method ?? ''] ??= performance.now();
    if (request.method === 'POST') return answerSubmit(response);
    const outputs = [{ url: 'https://cdn.example.com/1.png', type: 'image' }];
    return sendJson(response, 200, { ...job, status: 'succeeded', cost_usd: 1, outputs });
  });
  return { times, ...served };
}

async function serveAs(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const origin = await onLoopback((request: IncomingMessage, response) => {
    request.resume().once('end', () => answer(request, response));
  });
  return { env: { GENCTL_BASE_URL: origin, GENCTL_API_KEY: 'k' } };
}

const submit = ['submit', 'a fox', '-m', job.model, '--once', 'fox'];

describe('a submit that is answered with a job that goes on', () => {
  it.each([
    ['the body', 0.4, 400, {}],
    ['the header, for longer than the body,', 0.1, 1_000, { 'retry-after': '1' }],
  ])('is not looked at before the time that %s asks', async (_, seconds, askedMs, headers) => {
    const { run } = newHome();
    const running = { ...job, status: 'running', retry_after: seconds };
    const { env, times } = await serve((response) => sendJson(response, 200, running, headers));
    const ended = await run([...submit, '--wait'], { env });
    expect(ended.code, ended.stderr).toBe(0);
    expect((times.GET ?? 0) - (times.POST ?? 0)).toBeGreaterThan(askedMs - 10);
  });

  it('is not looked at sooner by a wait of another process', async () => {
    const { run } = newHome();
    const { env, times } = await serve((response) =>
      sendJson(response, 200, { ...job, status: 'running', retry_after: 0.8 }),
    );
    await run([...submit, '-q'], { env });
    const ended = await run(['wait', '@last', '-q'], { env });
    expect(ended.code, ended.stderr).toBe(0);
    expect((times.GET ?? 0) - (times.POST ?? 0)).toBeGreaterThan(790);
  });
});

describe('a look that is refused for now', () => {
  /** A service that refuses the first look of all, and is asked about jobs that are over. */
  async function refuseFirst(retryAfter: string) {
    const looks: number[] = [];
    const served = await serveAs((request, response) => {
      looks.push(performance.now());
      const id = request.url?.split('/').at(-1) ?? '';
      if (looks.length === 1) return sendJson(response, 429, {}, { 'retry-after': retryAfter });
      const outputs = [{ url: 'https://cdn.example.com/1.png', type: 'image' }];
      return sendJson(response, 200, { ...job, id, status: 'succeeded', cost_usd: 1, outputs });
    });
    return { ...served, looks };
  }

  it('is told, and made again when the time that it asks is over', async () => {
    const { run } = newHome();
    const { env, looks } = await refuseFirst('1');
    const ended = await run(['wait', 'job_paced'], { env });
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/the look at job_paced: it answered 429, again in 1s/);
    expect((looks[1] ?? 0) - (looks[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('slows the jobs of another profile with the same key at that service', async () => {
    const { run } = newHome();
    const looks: { id: string; atMs: number }[] = [];
    let submits = 0;
    let refusedMs = Number.POSITIVE_INFINITY;
    let refuse = (): void => {};
    const { env } = await serveAs((request, response) => {
      const id = request.url?.split('/').at(-1) ?? '';
      if (request.method === 'POST') {
        submits += 1;
        return sendJson(response, 202, { ...job, id: `job_${submits}`, status: 'queued' });
      }
      if (!id.startsWith('job_')) return sendJson(response, 200, { data: [] });
      looks.push({ id, atMs: performance.now() });
      if (looks.length === 1) {
        refuse = () => {
          refusedMs = performance.now();
          sendJson(response, 429, {}, { 'retry-after': '1' });
        };
        return;
      }
      if (looks.length === 2) {
        // Both were under way before either was answered, however slow the machine is.
        sendJson(response, 200, { ...job, id, status: 'running', retry_after: 0.1 });
        return refuse();
      }
      return sendJson(response, 200, { ...job, id, status: 'succeeded', cost_usd: 1, outputs: [] });
    });
    for (const [profile, path] of Object.entries({ one: '', two: '/by-another-path' })) {
      const login = ['auth', 'login', '--profile', profile, '--base-url', `${env.GENCTL_BASE_URL}${path}`];
      expect(await run(login, { stdin: 'key-of-both' })).toMatchObject({ code: 0 });
      expect(await run(['submit', 'a fox', '-m', job.model, '--profile', profile])).toMatchObject({
        code: 0,
      });
    }
    const ended = await run(['wait', 'job_1', 'job_2']);
    expect(ended.code, ended.stderr).toBe(0);
    const later = looks.slice(2);
    expect(later.map(({ id }) => id).toSorted()).toEqual(['job_1', 'job_2']);
    for (const { atMs } of later) expect(atMs - refusedMs).toBeGreaterThanOrEqual(1_000);
  });
});
