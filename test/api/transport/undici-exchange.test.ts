import { type AddressInfo, createServer } from 'node:net';
import { MockAgent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bodyOf, failureOf, freePort, get, open } from '../exchange-bench.ts';
import { cutShort, json, reset, startService, text } from '../loopback-service.ts';

describe('an exchange over the network', () => {
  it('carries method, path, query, headers and the exact bytes, and brings back the answer', async () => {
    const service = await startService(json(202, { id: 'job_1' }, { 'Retry-After': '3' }));
    const response = await open().send({
      method: 'POST',
      url: new URL(`${service.baseUrl}/v2/jobs?x=1`),
      headers: { 'idempotency-key': 'K', 'content-type': 'application/json' },
      body: new TextEncoder().encode('{"model":"é"}'),
    });
    expect(response.status).toBe(202);
    expect(response.headers['retry-after']).toBe('3');
    expect(await bodyOf(response)).toBe('{"id":"job_1"}');
    expect(service.seen[0]).toMatchObject({ method: 'POST', path: '/v2/jobs?x=1', body: '{"model":"é"}' });
    expect(service.seen[0]?.headers).toMatchObject({ 'idempotency-key': 'K', 'content-length': '14' });
  });

  it('follows no redirect', async () => {
    const service = await startService((response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    );
    const response = await open().send(get(service.baseUrl));
    expect(response.status).toBe(302);
    await response.discard();
  });

  it('uses a connection again, also after an answer whose body nobody wanted', async () => {
    const service = await startService(text(200, 'text/plain', 'one'), text(200, 'text/plain', 'two'));
    let connections = 0;
    service.server.on('connection', () => {
      connections += 1;
    });
    const exchange = open();
    await (await exchange.send(get(service.baseUrl))).discard();
    // undici itself lets a turn of the event loop pass before it uses a connection again.
    await new Promise(setImmediate);
    expect(await bodyOf(await exchange.send(get(service.baseUrl)))).toBe('two');
    expect(connections).toBe(1);
  });

  it('opens eight connections at most', async () => {
    let now = 0;
    let most = 0;
    const step = async (response: import('node:http').ServerResponse) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
      response.end('ok');
    };
    const service = await startService(...Array.from({ length: 40 }, () => step));
    let connections = 0;
    service.server.on('connection', () => {
      connections += 1;
    });
    const exchange = open();
    await Promise.all(
      Array.from({ length: 40 }, async () => bodyOf(await exchange.send(get(service.baseUrl)))),
    );
    expect(connections).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(1);
  });

  it('delivers a long body whole to a slow reader', async () => {
    const bytes = 5 * 1024 * 1024;
    const service = await startService((response) => response.end(Buffer.alloc(bytes, 7)));
    const response = await open().send(get(service.baseUrl));
    let received = 0;
    for await (const chunk of response.body) {
      received += chunk.byteLength;
      await new Promise(setImmediate);
    }
    expect(received).toBe(bytes);
  });
});

describe('a request without an answer', () => {
  it('never reached a port that nobody listens on', async () => {
    const failure = await failureOf(open().send(get(`http://127.0.0.1:${await freePort()}/`)));
    expect(failure).toMatchObject({ reached: 'never', code: 'ECONNREFUSED' });
  });

  it('never reached a name that does not exist', async () => {
    const failure = await failureOf(open().send(get('https://nowhere.invalid/')));
    expect(failure).toMatchObject({ reached: 'never', code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) });
  });

  it('never reached a server that does not speak TLS', async () => {
    const server = createServer((socket) =>
      socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const failure = await failureOf(open().send(get(`https://127.0.0.1:${port}/`)));
    expect(failure.reached).toBe('never');
  });

  it('may have reached a service that took it and closed', async () => {
    const service = await startService(reset);
    expect(await failureOf(open().send(get(service.baseUrl)))).toMatchObject({ reached: 'unknown' });
  });

  it('may have reached a service that stays silent for too long', async () => {
    const service = await startService(() => {});
    const failure = await failureOf(open().send(get(service.baseUrl, { headersTimeoutMs: 30 })));
    expect(failure).toMatchObject({ reached: 'unknown', code: 'UND_ERR_HEADERS_TIMEOUT' });
  });

  it('may have arrived when the answer breaks off, and what came before the break is still delivered', async () => {
    const service = await startService(cutShort(200, '{"id":'));
    const response = await open().send(get(service.baseUrl));
    let received = '';
    const failure = await failureOf(
      (async () => {
        for await (const chunk of response.body) received += Buffer.from(chunk).toString();
      })(),
    );
    expect(failure.reached).toBe('unknown');
    expect(received).toBe('{"id":');
  });

  it('is not sent at all when its signal was aborted before', async () => {
    const service = await startService();
    const failure = await failureOf(open().send(get(service.baseUrl, { signal: AbortSignal.abort() })));
    expect(failure).toMatchObject({ reached: 'never', code: 'ABORTED' });
  });

  it('may have arrived when it is aborted while it waits, and while its body comes', async () => {
    const waiting = new AbortController();
    const reading = new AbortController();
    const service = await startService(
      () => waiting.abort(),
      (response) => response.write('some'),
    );
    const exchange = open();
    const silent = exchange.send(get(service.baseUrl, { signal: waiting.signal }));
    expect(await failureOf(silent)).toMatchObject({ reached: 'unknown', code: 'ABORTED' });
    const response = await exchange.send(get(service.baseUrl, { signal: reading.signal }));
    const body = bodyOf(response);
    reading.abort();
    expect(await failureOf(body)).toMatchObject({ reached: 'unknown', code: 'ABORTED' });
  });

  it('does not show a header that can not be sent', async () => {
    const headers = { authorization: 'Bearer se\ncret' };
    const failure = await failureOf(open().send(get('http://127.0.0.1:9/', { headers })));
    expect(failure.reached).toBe('never');
    expect(`${failure.message} ${String(failure.cause)}`).not.toContain('cret');
  });

  it('is what a closed exchange gives', async () => {
    const exchange = open();
    await exchange.close();
    expect(await failureOf(exchange.send(get('http://127.0.0.1:9/')))).toMatchObject({ reached: 'never' });
  });
});

describe('an exchange with a dispatcher of its own', () => {
  it('sends through it', async () => {
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent
      .get('https://api.example.com')
      .intercept({ path: '/v2/models', method: 'GET' })
      .reply(200, '[]', { headers: { 'content-type': 'application/json' } });
    const response = await open({ dispatcherFor: () => agent }).send(
      get('https://api.example.com/v2/models'),
    );
    expect(await bodyOf(response)).toBe('[]');
    agent.assertNoPendingInterceptors();
  });
});
