import { describe, expect, it } from 'vitest';
import { fixedKey } from '../../../src/account/keys/account-key.ts';
import { apiKey, bench, failureOf, poll, submit } from '../api-bench.ts';
import { cutShort, json, reset, type Step, startService } from '../loopback-service.ts';

describe('a call', () => {
  it('sends the key, the agent and the encoded id under the base path, and reads JSON', async () => {
    const service = await startService(json(200, { ok: true }, { 'Retry-After': '2' }));
    const { api } = await bench([], { baseUrl: `${service.baseUrl}/api` });
    const answer = await api.call({ ...poll, id: 'a/b ?é' });
    expect(answer).toMatchObject({ status: 200, json: { ok: true }, headers: { 'retry-after': '2' } });
    expect(service.seen[0]?.path).toBe('/api/v2/jobs/a%2Fb%20%3F%C3%A9');
    expect(service.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      'user-agent': 'genctl/0 (test)',
      accept: 'application/json',
    });
  });

  it.each(['', '.', '..', 'job_\u0000', 'job_\n1', 'job_\u202e', 'x'.repeat(300), '\ud800'])(
    'refuses the id %j before any request',
    async (id) => {
      const { api } = await bench([]);
      expect(await failureOf(api.call({ ...poll, id }))).toMatchObject({ exitCode: 2, code: 'invalid_id' });
    },
  );

  it.each(['', 'se\ncret', 'se\rcret', 'secret ', 'secrét', 'se\u0000cret', '“secret”'])(
    'refuses the key %j before any request, without showing it',
    async (key) => {
      const failure = await failureOf(bench([], { key: fixedKey(key) }));
      expect(failure).toMatchObject({ exitCode: 3, code: 'key_malformed' });
      expect(JSON.stringify([failure.message, failure.why, failure.hint])).not.toMatch(/cret|secr/);
    },
  );

  it('rejects with the reason of its signal, before and while it waits for another attempt', async () => {
    const reason = new Error('enough');
    const { api } = await bench([]);
    await expect(api.call({ ...poll, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);

    const controller = new AbortController();
    const waiting = await bench([reset], { onRetry: () => controller.abort(reason) });
    await expect(waiting.api.call({ ...poll, signal: controller.signal })).rejects.toBe(reason);
  });
});

describe('a refusal', () => {
  it.each([
    [400, 10, 'invalid_input'],
    [409, 10, 'invalid_input'],
    [413, 10, 'invalid_input'],
    [422, 10, 'invalid_input'],
    [418, 10, 'invalid_input'],
    [401, 3, 'invalid_input'],
    [403, 3, 'invalid_input'],
    [404, 11, 'invalid_input'],
  ])('with status %d exits %d, once, with the code of the service', async (status, exitCode, code) => {
    const body = { error: { code, message: 'n is not taken' } };
    const { api, service } = await bench([json(status, body)]);
    const failure = await failureOf(api.call(submit));
    // A grant is of a model, and others may have it.
    expect(failure).toMatchObject({ exitCode, code, idempotencyKey: 'K', ofOne: status === 403 });
    expect(failure.why).toContain('n is not taken');
    expect(failure).toMatchObject({ status, cause: { wire: { code, message: 'n is not taken' } } });
    expect(service.seen).toHaveLength(1);
  });

  it('without a code has one of ours', async () => {
    const { api } = await bench([
      json(409, { error: 'not this key' }),
      json(404, { error: 'no such' }),
      json(401, { detail: 'no' }),
    ]);
    expect(await failureOf(api.call(submit))).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await failureOf(api.call(poll))).toMatchObject({ code: 'job_not_found', jobId: 'job_1' });
    expect(await failureOf(api.call(poll))).toMatchObject({ code: 'unauthorized' });
  });

  it('of an unknown model is a thing not found, whatever its status', async () => {
    const { api } = await bench([json(400, { error: { code: 'model_not_found' } })]);
    expect(await failureOf(api.call(submit))).toMatchObject({ exitCode: 11, code: 'model_not_found' });
  });

  it('that quotes the request back shows no key, no data URL and no callback secret', async () => {
    const quoted = `bad: data:image/png;base64,AAAA https://me.example/cb?secret=hush Bearer ${apiKey}`;
    const { api } = await bench([json(400, { error: { message: quoted } })]);
    const failure = await failureOf(api.call(submit));
    const shown = `${failure.message} ${failure.why} ${String(failure.cause)} ${JSON.stringify(failure.cause)}`;
    expect(shown).not.toMatch(/AAAA|hush|0123456789/);
    expect(shown).toContain('https://me.example/cb?***');
  });

  it('that is cut short is asked for again, under the same key', async () => {
    const { api, service } = await bench([
      cutShort(400, '{"error":'),
      json(400, { error: { code: 'invalid_input', message: 'no' } }),
    ]);
    expect(await failureOf(api.call(submit))).toMatchObject({ exitCode: 10, code: 'invalid_input' });
    expect(service.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['K', 'K']);
  });

  it('by a redirect names the host it points at and nothing more', async () => {
    const step: Step = (response) =>
      response.writeHead(307, { location: 'https://login.example/sso?token=hush' }).end();
    const { api, service } = await bench([step]);
    const failure = await failureOf(api.call(submit));
    expect(failure).toMatchObject({ exitCode: 10, code: 'redirected' });
    expect(failure.why).toContain('login.example');
    expect(failure.why).not.toMatch(/sso|hush/);
    expect(service.seen).toHaveLength(1);
  });
});

describe('what --verbose may show', () => {
  it('is each request and its answer, without key, query values and body', async () => {
    const { api, traffic, service } = await bench([reset, json(202, { id: 'job_1' })]);
    await api.call({ ...submit, headers: { ...submit.headers, 'x-sandbox-scenario': 'slow' } });
    expect(traffic.map(({ kind, attempt }) => `${kind} ${attempt}`)).toEqual([
      'request 1',
      'failure 1',
      'request 2',
      'response 2',
    ]);
    expect(traffic[0]).toMatchObject({
      method: 'POST',
      url: `${service.baseUrl}/v2/jobs`,
      bodyBytes: 13,
      headers: { authorization: 'Bearer ***', 'x-sandbox-scenario': 'slow', 'idempotency-key': 'K' },
    });
    expect(JSON.stringify(traffic)).not.toContain(apiKey);
  });
});
