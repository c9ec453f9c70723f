import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExchangeResponse } from '../../../src/api/transport/exchange.ts';
import { createUndiciExchange } from '../../../src/api/transport/undici-exchange.ts';
import { startService } from '../loopback-service.ts';

function send(url: string, headersTimeoutMs: number): Promise<ExchangeResponse> {
  const exchange = createUndiciExchange();
  onTestFinished(() => exchange.close());
  return exchange.send({ method: 'GET', url: new URL(url), headers: {}, headersTimeoutMs });
}

/** A service that begins with one text and sends another one for ever, fifty times a second. */
async function startWorking(again: string, first = ''): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).write(first);
    const working = setInterval(() => socket.write(again), 20);
    socket.on('close', () => clearInterval(working));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a request over the network', () => {
  it('may have reached a service that only ever says it is still at work', async () => {
    const baseUrl = await startWorking('HTTP/1.1 102 Processing\r\n\r\n');
    await expect(send(baseUrl, 120)).rejects.toMatchObject({
      reached: 'unknown',
      code: 'UND_ERR_HEADERS_TIMEOUT',
    });
  });

  it('may have reached a service that drips the headers of its answer', async () => {
    const baseUrl = await startWorking('x: y\r\n', 'HTTP/1.1 200 OK\r\n');
    await expect(send(baseUrl, 120)).rejects.toMatchObject({
      reached: 'unknown',
      code: 'UND_ERR_HEADERS_TIMEOUT',
    });
  });

  it('is answered where the answer follows what says that it is still at work', async () => {
    const service = await startService((response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end('done');
    });
    const { body } = await send(service.baseUrl, 5_000);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('done');
  });
});
