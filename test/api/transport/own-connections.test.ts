import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { bodyOf, failureOf, get, open } from '../exchange-bench.ts';

/** A server that resets the second request on a connection, as one does that has just closed it. */
async function resetsUsedConnections(): Promise<string> {
  const used = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    if (used.has(request.socket)) return void request.socket.resetAndDestroy();
    used.add(request.socket);
    response.end('fine');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a request with a connection of its own is not lost on one that was used before it', async () => {
  const url = await resetsUsedConnections();
  const exchange = open();
  const own = get(url, { ownConnection: true });
  for (const request of [get(url), own, own]) expect(await bodyOf(await exchange.send(request))).toBe('fine');
  expect(await failureOf(exchange.send(get(url)))).toMatchObject({ reached: 'unknown', code: 'ECONNRESET' });
});
