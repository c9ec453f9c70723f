import { expect, it } from 'vitest';
import type { FedShot, FeedPorts, HeldUp } from '../../../src/queue/feed/fed-line.ts';
import { feedLines, heldUp, heldUpTeller } from '../../../src/queue/feed/feed-lines.ts';
import { createFakeClock } from '../../follow/wait/fake-clock.ts';

/** Feeds nothing to a store that answers like this. */
function feedTo(
  answer: { use: () => Promise<unknown>; limit?: () => Promise<unknown> },
  signal = new AbortController().signal,
): Promise<void> {
  const connection = {
    clock: createFakeClock(),
    ...{ prefix: '{genctl:a}', shown: 'redis://queue:6379', redis: { eval: answer.use } },
    queue: { toKey: (name: string) => name, getWaitingCount: answer.limit },
  };
  const ports = {
    ...{ connection, signal, keyWindowMs: 86_400_000, onBroken() {} },
    clock: { nowMs: () => 0, monotonicMs: () => 0, sleep: async () => {} },
  } as unknown as FeedPorts<FedShot>;
  return feedLines((async function* none() {})(), ports);
}

it('a run that is stopped does not wait for a store that says nothing at first', async () => {
  const stopped = new AbortController();
  const ended = feedTo({ use: () => new Promise(() => {}) }, stopped.signal);
  stopped.abort();
  await expect(ended).resolves.toBeUndefined();
});

it('a store that refuses what it is asked is named as that, and is no fault of the program', async () => {
  const full = Object.assign(new Error('OOM command not allowed'), { name: 'ReplyError' });
  const ended = feedTo({ use: async () => [0, 0, 0], limit: () => Promise.reject(full) });
  await expect(ended).rejects.toMatchObject({ code: 'queue_store_refuses', why: 'OOM command not allowed' });
});

type Connection = Parameters<typeof heldUp>[0];

/** A queue whose lines, pause and workers a test sets. */
function queueOf(state: { wait: number; delayed?: number; isPaused?: boolean; workers?: string[] }) {
  const told = state;
  const queue = { getJobCounts: async () => told, isPaused: async () => told.isPaused === true };
  const redis = { eval: async () => told.workers ?? [] };
  return { told, connection: { prefix: 'q', queue, redis } as unknown as Connection };
}

it.each<[string, Parameters<typeof queueOf>[0], HeldUp | undefined]>([
  ['nothing, where no line waits', { wait: 0, isPaused: true }, undefined],
  ['nothing, where a worker is there', { wait: 3, workers: ['first'] }, undefined],
  ['a pause, with workers or without', { wait: 3, isPaused: true }, 'paused'],
  ['that nobody takes them', { wait: 3 }, 'no worker'],
  ['a service that workers can not reach', { wait: 0, delayed: 2, workers: ['first'] }, 'service away'],
])('what holds lines up is %s', async (_, state, why) => {
  expect(await heldUp(queueOf(state).connection)).toBe(why);
});

it('it is told once for as long as it lasts, and again where it comes back', async () => {
  const { connection, told } = queueOf({ wait: 3 });
  const heard: HeldUp[] = [];
  const look = heldUpTeller(connection, (why) => heard.push(why));
  await look();
  await look();
  told.workers = ['first'];
  await look();
  told.workers = [];
  await look();
  expect(heard).toEqual(['no worker', 'no worker']);
});
