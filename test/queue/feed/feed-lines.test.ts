import { expect, it } from 'vitest';
import { feedLines } from '../../../src/queue/feed/feed-lines.ts';
import type { FedShot, FeedPorts } from '../../../src/queue/feed/feed-ports.ts';
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
