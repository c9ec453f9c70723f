import { describe, expect, it } from 'vitest';
import { fixedKey } from '../../../src/account/keys/account-key.ts';
import { createApi } from '../../../src/api/transport/api.ts';
import {
  createInProcessExchange,
  type FetchHandler,
} from '../../../src/api/transport/in-process-exchange.ts';
import { jobs } from '../../../src/api/ways/jobs.ts';
import { createFakeClock } from '../fake-clock.ts';

const url = new URL('https://api.sandbox.invalid/v2/jobs?x=1');

function serve(handler: FetchHandler) {
  return createInProcessExchange(async () => handler);
}

describe('a service inside the process', () => {
  it('gets the request and gives the answer', async () => {
    const exchange = serve(async (request) =>
      Response.json(
        { seen: `${request.method} ${request.url} ${request.headers.get('x-a')} ${await request.text()}` },
        { status: 202, headers: { 'Retry-After': '1' } },
      ),
    );
    const body = new TextEncoder().encode('{}');
    const response = await exchange.send({ method: 'POST', url, headers: { 'x-a': 'b' }, body });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    expect(response).toMatchObject({ status: 202, headers: { 'retry-after': '1' } });
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({
      seen: 'POST https://api.sandbox.invalid/v2/jobs?x=1 b {}',
    });
  });

  it('is loaded at the first request and only once', async () => {
    let loads = 0;
    const exchange = createInProcessExchange(async () => {
      loads += 1;
      return async () => new Response(null, { status: 204 });
    });
    expect(loads).toBe(0);
    const answers = [
      exchange.send({ method: 'GET', url, headers: {} }),
      exchange.send({ method: 'GET', url, headers: {} }),
    ];
    for (const answer of await Promise.all(answers)) await answer.discard();
    expect(loads).toBe(1);
  });

  it('serves its own hosts and no other', async () => {
    const exchange = serve(async () => new Response('ok'));
    await exchange.send({ method: 'GET', url: new URL('https://cdn.sandbox.invalid/v2/x'), headers: {} });
    for (const other of [
      'https://api.example.com',
      'http://api.sandbox.invalid',
      'https://evil.sandbox.invalid',
    ])
      await expect(exchange.send({ method: 'GET', url: new URL(other), headers: {} })).rejects.toMatchObject({
        reached: 'never',
        code: 'NOT_SANDBOX',
      });
  });

  it('that stays silent is given up like any other', async () => {
    const exchange = serve(() => new Promise(() => {}));
    const silent = exchange.send({ method: 'GET', url, headers: {}, headersTimeoutMs: 5 });
    await expect(silent).rejects.toMatchObject({ reached: 'unknown', code: 'HEADERS_TIMEOUT' });
    const controller = new AbortController();
    const left = exchange.send({ method: 'GET', url, headers: {}, signal: controller.signal });
    controller.abort();
    await expect(left).rejects.toMatchObject({ reached: 'unknown', code: 'ABORTED' });
  });

  it('whose answer breaks off is an answer that never came', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new Error('torn')) });
    const exchange = serve(async () => new Response(broken));
    const { body } = await exchange.send({ method: 'GET', url, headers: {} });
    await expect(body[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reached: 'unknown' });
  });

  it('is what the base URL `sandbox:` stands for', async () => {
    const exchange = serve(async (request) =>
      Response.json({ id: new URL(request.url).pathname.split('/').at(-1), status: 'running' }),
    );
    const clock = createFakeClock();
    const api = createApi({
      baseUrl: 'sandbox:',
      key: fixedKey('sbx_1'),
      exchange,
      clock,
      random: () => 0.5,
      userAgent: 'x',
    });
    expect((await jobs.poll(api, { id: 'job_7', route: 'jobs' })).job).toMatchObject({
      id: 'job_7',
      status: 'running',
    });
  });
});
