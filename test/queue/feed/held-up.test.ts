import { expect, it } from 'vitest';
import { type HeldUp, heldUp, heldUpTeller } from '../../../src/queue/feed/held-up.ts';

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
