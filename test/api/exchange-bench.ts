import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Exchange, ExchangeError, type ExchangeRequest } from '../../src/api/transport/exchange.ts';
import { createUndiciExchange } from '../../src/api/transport/undici-exchange.ts';

/** An exchange over the network that closes with the test. */
export function open(options: Parameters<typeof createUndiciExchange>[0] = {}): Exchange {
  const exchange = createUndiciExchange(options);
  onTestFinished(() => exchange.close());
  return exchange;
}

/** A GET request. */
export function get(url: string, more: Partial<ExchangeRequest> = {}): ExchangeRequest {
  return { method: 'GET', url: new URL(url), headers: { accept: '*/*' }, ...more };
}

/** The whole text of an answer. */
export async function bodyOf(response: { body: AsyncIterable<Uint8Array> }): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The error of a request that fails. */
export async function failureOf(promise: Promise<unknown>): Promise<ExchangeError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ExchangeError)) throw new Error('It did not fail', { cause: error });
  return error;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
