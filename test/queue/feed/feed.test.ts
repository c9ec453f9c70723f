import { expect, it } from 'vitest';
import type { ShotEnd } from '../../../src/batch/run/shots.ts';
import { createTaskGroup } from '../../../src/files/task-group.ts';
import type { Intent, JobRecord } from '../../../src/ledger/record.ts';
import type { FedShot, FeedPorts } from '../../../src/queue/feed/fed-line.ts';
import { createFeed } from '../../../src/queue/feed/feed.ts';
import { writtenLine } from '../../../src/queue/line/line.ts';
import { createFakeClock } from '../../follow/wait/fake-clock.ts';

const intent: Intent = {
  ...{ schema: 1, idempotency_key: 'g1-key', route: 'jobs', profile: 'studio', attempt: 1, draft_of: null },
  ...{ base_url: 'https://api.example.com', body: '{"model":"vendor-a/image-1"}', model: 'vendor-a/image-1' },
  ...{ once: 'shots/s1', created_at: '2026-11-22T10:00:00Z', first_sent_at: null },
  batch: { name: 'shots', shot: 's1', fields: {} },
};
const record: JobRecord = {
  ...{ schema: 1, id: 'job_1', route: 'jobs', profile: 'studio', base_url: 'https://api.example.com' },
  ...{ recorded_at: '2026-11-22T10:00:00Z', seen_at: '2026-11-22T10:00:00Z', intent },
  ...{ job: { id: 'job_1', status: 'running' }, replayed: false, finals: [], files: [] },
};

/** A store in which no line stands. */
function storeOf(queue: object) {
  return {
    clock: createFakeClock(),
    queue: { toKey: (key: string) => key, ...queue },
    redis: { hget: async () => null },
  };
}

/** A feed whose queue does what `add` does, and what it did with its shots. */
function feedOf(add: () => Promise<void>) {
  const admitted: string[] = [];
  const ended: string[] = [];
  const ports = {
    ...{
      connection: storeOf({ add, remove: async () => 1 }),
      own: { account: 'j1-a', origin: 'https://api.example.com' },
    },
    ...{ window: 200, clock: { nowMs: () => 0, monotonicMs: () => 0, sleep: async () => {} } },
    admit: async ({ idempotency_key: key }: Intent) => void admitted.push(key),
    onEnd: async ({ shot }: FedShot, { kind }: ShotEnd) => void ended.push(`${shot} ${kind}`),
    onUnheard() {},
  } as unknown as FeedPorts<FedShot>;
  const tasks = createTaskGroup();
  return { admitted, ended, feed: createFeed(ports, tasks), ports, tasks };
}

function newShot(shot: string): FedShot {
  const own = { ...intent, idempotency_key: `g1-${shot}` };
  const planned = { intentFor: () => own, ports: { account: {} }, choices: {}, attempts: 1 };
  return { shot, record: undefined, attempt: 1, template: '{shot}', planned } as unknown as FedShot;
}

it('a shot that has its turn after the stop is not written down as sent, and ends unsent', async () => {
  const { admitted, ended, feed, tasks } = feedOf(async () => feed.stop());
  for (const shot of ['s1', 's2', 's3']) {
    feed.begin(newShot(shot));
    await Promise.resolve();
  }
  feed.stop();
  feed.begin(newShot('s4'));
  await tasks.settle();
  expect(admitted).not.toContain('g1-s4');
  expect(ended).toContain('s4 unsent');
});

it('a line that stands there for something else is no line of this feed, and nothing is written down for it', async () => {
  const { admitted, ended, feed, ports, tasks } = feedOf(async () => {});
  const other = { ...intent, batch: { name: 'shots', shot: 's1', fields: { prompt: '0011223344556677' } } };
  const own = { account: 'j1-a', origin: 'https://api.example.com' };
  const fresh = { template: 't', job: undefined, resend: false, wasOver: false, returns: 0, ended: [] };
  const data = JSON.stringify(writtenLine({ ...own, ...fresh, intent: other }));
  ports.connection.redis.hget = async () => data;
  feed.begin(newShot('s1'));
  await tasks.settle();
  expect([admitted, ended]).toEqual([[], ['s1 refused']]);
});

it('tells apart the shots that may be in the queue and those that never were, while the store says nothing', async () => {
  const waiting: (() => void)[] = [];
  const { admitted, ended, feed, tasks } = feedOf(() => new Promise((resolve) => void waiting.push(resolve)));
  for (let n = 1; n <= 70; n += 1) feed.begin(newShot(`s${n}`));
  await new Promise<void>((done) => setImmediate(done));
  feed.stop();
  expect(admitted).toHaveLength(64);
  expect(feed.left()).toHaveLength(64);
  expect(feed.giveUp().map(({ shot }) => shot)).toEqual(['s65', 's66', 's67', 's68', 's69', 's70']);
  for (const answer of waiting) answer();
  await tasks.settle();
  expect(ended).toEqual([]);
});

it('has room for as many shots as its window says, and for another once one of them is gone', async () => {
  const { feed, ports, tasks } = feedOf(async () => {});
  ports.window = 2;
  const begin = async (shot: string): Promise<void> => {
    feed.begin(newShot(shot));
    await tasks.settle();
  };
  const turn = () => new Promise<false>((done) => setImmediate(() => done(false)));
  const hasRoom = () => Promise.race([feed.room().then(() => true), turn()]);
  await begin('s1');
  expect(await hasRoom()).toBe(true);
  await begin('s2');
  expect(await hasRoom()).toBe(false);
  feed.take('g1-s1');
  await tasks.settle();
  expect(await hasRoom()).toBe(true);
});

it('a line that is put in again is as old as its first time in the queue', async () => {
  const added: ReturnType<typeof writtenLine>[] = [];
  const queue = { add: async (_: string, line: ReturnType<typeof writtenLine>) => void added.push(line) };
  let nowMs = Date.parse('2026-11-22T10:00:00Z');
  const ports = {
    ...{
      connection: storeOf(queue),
      own: { account: 'j1-a', origin: 'https://api.example.com' },
      window: 10,
    },
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs, sleep: async () => {} },
    admit: async () => {},
  } as unknown as FeedPorts<FedShot>;
  const tasks = createTaskGroup();
  const feed = createFeed(ports, tasks);
  feed.begin({ shot: 's1', record, attempt: 1, planned: undefined, template: '{shot}' });
  await tasks.settle();
  for (const hours of [23, 2]) {
    nowMs += hours * 3_600_000;
    await feed.putAgain('g1-key');
  }
  const times = added.map((line) => JSON.parse(line.intent).first_sent_at);
  expect(times).toEqual([null, '2026-11-22T10:00:00.000Z', '2026-11-22T10:00:00.000Z']);
});
