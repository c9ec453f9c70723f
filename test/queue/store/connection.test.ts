import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readQueueAddress } from '../../../src/batch/queue-flags.ts';
import { openQueue } from '../../../src/queue/store/connection.ts';
import { loadEngine } from '../../../src/queue/store/engine.ts';
import { createFakeClock } from '../../follow/wait/fake-clock.ts';

/** The first words of whoever connects to a server that hangs up then, under that name of this machine. */
async function helloTo(host: string): Promise<string> {
  let hello = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      hello = bytes.toString('latin1');
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = readQueueAddress(`rediss://${host}:${port}`);
  const opened = openQueue(address, { account: 'j1-a', clock: createFakeClock(), warn() {} });
  await expect(opened).rejects.toMatchObject({ code: 'queue_unreachable' });
  return hello;
}

it('an encrypted connection names the host that it is for, and no address', async () => {
  expect(await helloTo('localhost')).toContain('localhost');
  const hello = await helloTo('127.0.0.1');
  expect(hello).not.toBe('');
  expect(hello).not.toContain('127.0.0.1');
});

it('a store that quotes the password it was sent has it hidden', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () =>
      socket.write("-ERR unknown command 'AUTH', with args: 'default' 'open-sesame'\r\n"),
    );
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = readQueueAddress(`redis://:open-sesame@127.0.0.1:${port}`);
  const opened = openQueue(address, { account: 'j1-a', clock: createFakeClock(), warn() {} });
  await expect(opened).rejects.toMatchObject({
    why: "ERR unknown command 'AUTH', with args: 'default' '***'",
  });
});

it.each([
  ['a part of its answer', '*1\r\n'.repeat(200_000)],
  ['a whole answer', `${'*1\r\n'.repeat(200_000)}+OK\r\n`],
  ['an answer that is read, and means nothing', `${'*1\r\n'.repeat(3_000)}+OK\r\n`],
])('a store that nests too deep in %s can’t be reached, and ends no process', async (_, answer) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => socket.write(answer));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = readQueueAddress(`redis://127.0.0.1:${port}`);
  const opened = openQueue(address, { account: 'j1-a', clock: createFakeClock(), warn() {} });
  await expect(opened).rejects.toMatchObject({ exitCode: 9, code: 'queue_unreachable' });
});

/** What is said of a store that answers each command by this. */
async function refusalOf(path: string, answerTo: (command: string) => string): Promise<unknown> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const names = bytes.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g);
      for (const [, name = ''] of names) socket.write(answerTo(name.toLowerCase()));
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = readQueueAddress(`redis://127.0.0.1:${port}${path}`);
  return openQueue(address, { account: 'j1-a', clock: createFakeClock(), warn() {} }).catch((error) => error);
}

it('a server of another kind is told to be no Redis', async () => {
  const refusal = await refusalOf('', () => 'HTTP/1.1 400 Bad Request\r\n\r\n');
  expect(refusal).toMatchObject({ code: 'queue_unreachable', why: 'It does not answer as Redis does' });
});

it('a store without the database of the address is refused, and no other database is used', async () => {
  const refusal = await refusalOf('/99', (command) =>
    command === 'select' ? '-ERR DB index is out of range\r\n' : '+OK\r\n',
  );
  expect(refusal).toMatchObject({ code: 'queue_unreachable', why: 'ERR DB index is out of range' });
});

describe('the engine of queues', () => {
  it('that is not installed is told with the one command that installs it', async () => {
    const load = (name: string) =>
      Promise.reject(new Error(`Cannot find package '${name}'.\nRequire stack:`));
    await expect(loadEngine(load)).rejects.toMatchObject({
      code: 'queue_engine_missing',
      exit: 'machine',
      why: "A queue needs bullmq@6 and ioredis@6 beside genctl, and Cannot find package 'bullmq'.",
      hint: 'npm install --global bullmq@6 ioredis@6',
    });
  });

  it('is loaded by its two packages', async () => {
    const { bullmq, ioredis } = await loadEngine();
    expect([typeof bullmq.Worker, typeof ioredis.Redis]).toEqual(['function', 'function']);
  });
});
