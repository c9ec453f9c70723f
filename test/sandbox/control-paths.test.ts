import { describe, expect, it } from 'vitest';
import { ask, idOf, sandboxWith, statusOf, submit } from './fixtures/library.ts';

describe('the paths of a sandbox that tests ask', () => {
  const json = async (response: Promise<Response>): Promise<unknown> => (await response).json();

  it('say without a key that it is there', async () => {
    const { baseUrl } = await sandboxWith().listen();
    expect(await json(fetch(`${baseUrl}/healthz`))).toEqual({ status: 'ok' });
    expect((await fetch(`${baseUrl}/_sandbox/requests`)).status).toBe(401);
  });

  it('want a key and stay out of faults and the log, whatever way their path is written', async () => {
    const sandbox = sandboxWith();
    sandbox.faults({ status: 503 });
    const path = '/%5fsandbox/requests';
    expect((await sandbox.fetch(`${sandbox.baseUrl}${path}`)).status).toBe(401);
    expect(await json(ask(sandbox, path))).toEqual({ data: [] });
    expect((await ask(sandbox, '/%5Fsandbox/faults', { key: 'sk-real' })).status).toBe(401);
    expect(sandbox.requests()).toEqual([]);
  });

  it('show requests, take faults, put the clock on, and reset, each for the account of its key', async () => {
    const at = await sandboxWith({ speed: 1 }).listen();
    const [mine, other] = ['sbx_mine', 'sbx_other'];
    const post = (path: string, body: unknown, key = mine) =>
      json(ask(at, path, { method: 'POST', body, key }));
    const id = await idOf(submit(at, { key: mine }));
    await submit(at, { key: other });
    expect(await json(ask(at, '/_sandbox/requests', { key: mine }))).toMatchObject({
      data: [{ method: 'POST', path: '/v2/jobs', answer: { status: 202 } }],
    });
    await post('/_sandbox/clock', { advance: '10m' });
    expect(await statusOf(at, id, { key: mine })).toBe('succeeded');
    const fault = { route: 'GET /v2/jobs/{id}', status: 500, times: 1 };
    expect(await post('/_sandbox/faults', fault)).toEqual({
      data: [{ ...fault, route: 'GET /v2/jobs/:id' }],
    });
    expect((await ask(at, `/v2/jobs/${id}`, { key: mine })).status).toBe(500);
    expect(await json(ask(at, '/_sandbox/faults', { key: mine }))).toEqual({ data: [] });
    expect(await post('/_sandbox/reset', {})).toEqual({ jobs: 1 });
    expect(await json(ask(at, '/_sandbox/requests', { key: other }))).toMatchObject({ data: [{}] });
    expect(await json(ask(at, '/_sandbox/requests', { key: mine }))).toEqual({ data: [] });
  });

  it.each([
    ['clock', { advance: '-5s' }, 'advance takes a time above 0'],
    ['clock', {}, 'advance takes a time above 0'],
    ['faults', { status: 99 }, 'status takes a status'],
  ])('refuse %s %o', async (path, body, message) => {
    const at = await sandboxWith().listen();
    const response = await ask(at, `/_sandbox/${path}`, { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_input', message: expect.stringContaining(message) },
    });
  });
});
