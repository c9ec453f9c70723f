import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { createRateGate } from '../../../src/api/transport/rate-gate.ts';
import { type ServePorts, serveLines } from '../../../src/queue/serve/serve-lines.ts';
import { createFakeClock } from '../../follow/wait/fake-clock.ts';

/** A worker of a store that answers what it is asked first with `answer`. */
function serving(answer: () => Promise<unknown>) {
  const told: string[] = [];
  const Worker = class {
    on(): void {}
    async pause(): Promise<void> {}
    async run(): Promise<void> {
      told.push('takes lines');
    }
    async close(): Promise<void> {
      told.push('closed');
    }
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  let close = (): void => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const follow = { isStopped: false, add: async () => {}, close, stop: close, run: () => closed };
  const queue = { toKey: (name: string) => `lines:${name}` };
  const ports = {
    ...{ signal, clock: createFakeClock(), gate: createRateGate(() => 0), name: 'worker', slots: 1 },
    connection: {
      clock: createFakeClock(),
      ...{ prefix: 'q', shown: 'redis://127.0.0.1', queue, redis: { eval: answer, zrem: async () => 0 } },
      engine: { bullmq: { Worker } },
    },
    choices: { windowMs: 86_400_000 },
    openFollow: () => follow,
    tell() {},
    warn: (message: string) => told.push(message),
  } as unknown as ServePorts;
  return {
    told,
    ended: serveLines(ports),
    stop: () => stopping.abort(),
    leaks: () => getEventListeners(signal, 'abort'),
  };
}

it('a worker whose store goes away as it starts is stopped nevertheless', async () => {
  const { ended, stop, told } = serving(() => new Promise(() => {}));
  stop();
  await ended;
  expect(told).toEqual(['closed']);
});

it('a worker of an old queue takes no line, and leaves nobody who listens', async () => {
  const { ended, leaks, told } = serving(async () => [3, Date.parse('2026-03-01T05:06:07Z'), 0]);
  await expect(ended).rejects.toMatchObject({
    ...{ code: 'queue_may_be_old', exit: 'machine' },
    message: 'The queue at redis://127.0.0.1 was last in use 3 d ago',
  });
  expect(told).toEqual(['closed']);
  expect(leaks()).toEqual([]);
});

it('a store that refuses to be written is told as what it is', async () => {
  const full = Object.assign(new Error('OOM command not allowed'), { name: 'ReplyError' });
  const { ended } = serving(async () => {
    throw full;
  });
  await expect(ended).rejects.toMatchObject({ code: 'queue_store_refuses', why: 'OOM command not allowed' });
});
