import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createUndiciExchange } from '../../../src/api/transport/undici-exchange.ts';

const continues = 'HTTP/1.1 100 Continue\r\n\r\n';
const withHeaders = 'HTTP/1.1 100 Continue\r\nserver: old\r\n\r\n';

function answer(body: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** A server that sends the pieces of each answer in turn, each as a write of its own, and an exchange that asks it. */
async function serve(...answers: readonly (readonly string[])[]): Promise<{ ask: () => Promise<string> }> {
  const left = [...answers];
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => {}).on('data', () => void send(socket, left.shift() ?? []));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const exchange = createUndiciExchange();
  onTestFinished(async () => {
    await exchange.close();
    server.close();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const body = new TextEncoder().encode('{}');
  return {
    async ask() {
      const response = await exchange.send({ method: 'POST', url, headers: {}, body });
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body) chunks.push(chunk);
      return `${response.status} ${Buffer.concat(chunks)}`;
    },
  };
}

async function send(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise((done) => socket.write(piece, done));
    // The next piece is to be a packet of its own.
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  }
}

it.each<[name: string, pieces: string[]]>([
  ['by itself', [continues, answer('ok')]],
  ['with the answer', [continues + answer('ok')]],
  ['with headers', [withHeaders + answer('ok')]],
  ['twice', [continues + continues, answer('ok')]],
  ['before other interim answers', [continues, 'HTTP/1.1 102 Processing\r\n\r\n', answer('ok')]],
  ['byte by byte', [...(continues + answer('ok'))]],
  ['in the older version', ['HTTP/1.0 100 Continue\r\n\r\n', answer('ok')]],
])('an unasked 100 Continue is read past: %s', async (_, pieces) => {
  const { ask } = await serve(pieces, pieces);
  expect(await ask()).toBe('200 ok');
  expect(await ask()).toBe('200 ok');
});

it('leaves a body as it is that begins like one', async () => {
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${continues.length + 2}\r\n\r\n`;
  const { ask } = await serve([head, continues, 'ok'], [answer('HTTP')]);
  expect(await ask()).toBe(`200 ${continues}ok`);
  expect(await ask()).toBe('200 HTTP');
});
