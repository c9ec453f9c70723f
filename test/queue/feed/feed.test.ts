import { expect, it } from 'vitest';
import { createTaskGroup } from '../../../src/flows/task-group.ts';
import { createFeed } from '../../../src/queue/feed/feed.ts';
import type { FedShot, FeedPorts } from '../../../src/queue/feed/feed-ports.ts';
import type { writtenLine } from '../../../src/queue/line/line.ts';
import type { Intent, JobRecord } from '../../../src/store/ledger/record.ts';

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

it('a line that is put in again is as old as its first time in the queue', async () => {
  const added: ReturnType<typeof writtenLine>[] = [];
  const queue = { add: async (_: string, line: ReturnType<typeof writtenLine>) => void added.push(line) };
  let nowMs = Date.parse('2026-11-22T10:00:00Z');
  const ports = {
    ...{ connection: { queue }, own: { account: 'j1-a', origin: 'https://api.example.com' }, window: 10 },
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs, sleep: async () => {} },
    admit: async () => {},
  } as unknown as FeedPorts<FedShot>;
  const tasks = createTaskGroup();
  const feed = createFeed(ports, tasks);
  feed.begin({ kind: 'follow', shot: 's1', record, attempt: 1, again: undefined, template: '{shot}' });
  await tasks.settle();
  for (const hours of [23, 2]) {
    nowMs += hours * 3_600_000;
    await feed.putAgain('g1-key');
  }
  const times = added.map((line) => JSON.parse(line.intent).first_sent_at);
  expect(times).toEqual([null, '2026-11-22T10:00:00.000Z', '2026-11-22T10:00:00.000Z']);
});
