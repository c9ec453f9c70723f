import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createUndiciExchange } from '../../../src/api/transport/undici-exchange.ts';

it('a request ends at once with an exchange that is closed while a TLS connection is made', async () => {
  const server = createServer(() => {});
  onTestFinished(() => void server.close());
  const met = once(server, 'connection');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const exchange = createUndiciExchange();
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const failed = exchange.send({ method: 'GET', url, headers: {} }).catch((error: unknown) => error);
  const [socket] = (await met) as [Socket];
  const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve).resume());
  await exchange.close();
  expect(await failed).toMatchObject({ name: 'ExchangeError', reached: 'never' });
  await ended;
});
