import { expect, it } from 'vitest';
import { CliError } from '../../../src/errors/cli-error.ts';
import type { ExitName } from '../../../src/errors/exit-codes.ts';
import type { Intent } from '../../../src/ledger/record.ts';
import { type QueueLine, readLine } from '../../../src/queue/line/line.ts';
import {
  type HeldLine,
  type HoldPorts,
  holdLine,
  LineLostError,
  noteJob,
} from '../../../src/queue/serve/held-line.ts';
import { StoreRefusalError } from '../../../src/queue/store/store-trouble.ts';
import type { LockedJob } from '../../../src/queue/store/stored-lines.ts';
import type { SubmitPorts } from '../../../src/submit/submit.ts';

const intent: Intent = {
  ...{ schema: 1, idempotency_key: 'g1-key', route: 'jobs', profile: 'studio', attempt: 1, draft_of: null },
  ...{ base_url: 'https://api.example.com', body: '{"model":"vendor-a/image-1"}', model: 'vendor-a/image-1' },
  ...{ once: 'shots/s1', created_at: '2026-11-22T10:00:00Z', first_sent_at: null },
  batch: { name: 'shots', shot: 's1', fields: { model: '0011223344556677' } },
};
const line: QueueLine = {
  ...{ account: 'j1-a', origin: 'https://api.example.com', intent, template: '{shot}.{ext}' },
  ...{ job: undefined, wasOver: false, resend: false, returns: 0, ended: [] },
};
const way = { waitForKey: false };
const refused = {
  at: '2026-11-23T10:00:01.000Z',
  status: 429,
  code: 'insufficient_balance',
  message: 'Empty',
};
const marked = { ...intent, first_sent_at: '2026-11-23T10:00:00.000Z' };

interface HeldWay {
  pausedElsewhereMs(): Promise<number>;
}

interface Sending {
  maybeSentSinceMs?: number;
  /** What the service answers; a job where there is none. */
  refusal?: CliError;
  /** When the line was first sent, by its own word. */
  firstSentAt?: string;
  /** How long others hold submits back, asked again before each attempt of a send, of which there are two then. */
  heldBackMs?: () => Promise<number>;
}

/** A line that is sent while the store answers what is written with that. */
async function sending(
  answer: () => number | Promise<number>,
  { firstSentAt, heldBackMs, maybeSentSinceMs, refusal }: Sending = {},
) {
  const stopping = new AbortController();
  const done: string[] = [];
  const counted: (number | undefined)[] = [];
  const written: QueueLine[] = [];
  const redis = {
    async eval(_script: string, _keys: number, ...words: (string | number)[]) {
      const isWritten = await answer();
      if (isWritten === 1) written.push(readLine(JSON.parse(String(words.at(-1)))));
      return isWritten;
    },
  };
  const submitPorts = {
    ...{ account: { base_url: 'https://api.example.com', profile: 'studio' }, nowMs: () => Date.now() },
    latestMs: async () => Date.now(),
    // The claim of a feeder of the same home counts as a send.
    ledger: { recordRefusal: async () => false },
    async send(_bytes: Uint8Array, { sends }: Intent, { pausedElsewhereMs }: HeldWay) {
      counted.push(sends);
      if (heldBackMs !== undefined) await pausedElsewhereMs();
      done.push('sent');
      if (heldBackMs !== undefined) await pausedElsewhereMs();
      if (refusal !== undefined) throw refusal;
    },
  } as unknown as SubmitPorts;
  const ports: HoldPorts = {
    connection: { redis, queue: { toKey: (id) => `lines:${id}` }, shown: 'redis://127.0.0.1' },
    signal: stopping.signal,
    use: { maybeSentSinceMs: () => maybeSentSinceMs },
    ...{ submitPorts, heldBackMs: heldBackMs ?? (async () => 0), choices: { windowMs: 86_400_000 } },
    tell: ({ kind }) => void done.push(kind),
  };
  const locked = { job: { id: 'g1-key', timestamp: 1 }, token: 'lock' } as LockedJob;
  const given = { ...line, intent: { ...intent, first_sent_at: firstSentAt ?? null } };
  const shot = await holdLine(locked, given, ports);
  const { planned } = shot;
  if (planned === undefined) throw new Error('it has no job');
  const send = (sends = 1) => planned.ports.send(new Uint8Array(), { ...marked, sends }, way);
  const refuse = () => planned.ports.ledger.recordRefusal(marked, refused, 1);
  return { counted, done, refuse, send, shot, stop: () => stopping.abort(), written };
}

it('a line says when it was first sent before it is', async () => {
  const { done, send, written } = await sending(() => 1);
  await send();
  expect(done).toEqual(['sent']);
  expect(written.map((one) => one.intent.first_sent_at)).toEqual([marked.first_sent_at]);
});

it('a line is not sent while the store has not taken down when that is', async () => {
  let answer = (_: number): void => {};
  const { done, send } = await sending(() => new Promise((resolve) => (answer = resolve)));
  const sent = send();
  await new Promise(setImmediate);
  expect(done).toEqual([]);
  answer(1);
  await sent;
  expect(done).toEqual(['sent']);
});

it('a line that may have been sent earlier says that', async () => {
  const { send, written } = await sending(() => 1, {
    maybeSentSinceMs: Date.parse('2026-11-23T02:00:00Z'),
  });
  await send();
  expect(written.map((one) => one.intent.first_sent_at)).toEqual(['2026-11-23T02:00:00.000Z']);
});

it('a line that another worker has by now is not sent, and not written over', async () => {
  const { done, send, shot, written } = await sending(() => 0);
  await expect(send()).rejects.toBeInstanceOf(LineLostError);
  expect(done).toEqual(['lock_lost']);
  expect(written).toEqual([]);
  expect(shot.isLost).toBe(true);
});

it('a line is not sent where the store does not take down when that was', async () => {
  const full = Object.assign(new Error('OOM command not allowed'), { name: 'ReplyError' });
  const { done, send, shot } = await sending(() => {
    throw full;
  });
  await expect(send()).rejects.toMatchObject({ code: 'queue_store_refuses', exit: 'unreachable' });
  expect(done).toEqual([]);
  expect(shot.isLost).toBe(false);
});

it('a worker that is stopped while the store is away has not sent its line, and knows that', async () => {
  const { done, send, stop } = await sending(() => new Promise(() => {}));
  const sent = send();
  stop();
  await expect(sent).rejects.toMatchObject({ code: 'not_begun' });
  expect(done).toEqual([]);
});

it.each<[ExitName, string | null]>([
  ['outOfBalance', null],
  ['unauthorized', null],
  ['rateLimited', null],
  ['outcomeUnknown', '2026-11-23T10:00:00.000Z'],
  ['unreachable', '2026-11-23T10:00:00.000Z'],
])('a line whose first send ends with %s says %s of when that was', async (exit, firstSentAt) => {
  const refusal = new CliError(exit, { code: 'some_code', message: 'It did not work' });
  const { send, written } = await sending(() => 1, { refusal });
  await expect(send()).rejects.toBe(refusal);
  expect(written.at(-1)?.intent.first_sent_at).toBe(firstSentAt);
});

it('the claim of its feeder in the same ledger is no earlier send: what refuses a new line says that it has no job', async () => {
  const { counted, refuse, send } = await sending(() => 1);
  await send(2);
  expect(counted).toEqual([1]);
  expect(await refuse()).toBe(true);
});

it.each([
  ['was sent before', { firstSentAt: new Date().toISOString() }],
  ['may have been sent before', { maybeSentSinceMs: Date.now() }],
])('what refuses a line that %s says nothing of that send', async (_, before) => {
  const { counted, refuse, send } = await sending(() => 1, before);
  await send(2);
  expect(counted).toEqual([2]);
  expect(await refuse()).toBe(false);
});

it('a store that fails between two attempts of a send leaves open what became of the first', async () => {
  const asked: number[] = [];
  const { done, send } = await sending(() => 1, {
    async heldBackMs() {
      asked.push(1);
      if (asked.length > 1) throw new StoreRefusalError('redis://127.0.0.1', new Error('READONLY'));
      return 0;
    },
  });
  await expect(send()).rejects.toMatchObject({ exit: 'outcomeUnknown', code: 'outcome_unknown' });
  expect(done).toEqual(['sent']);
});

/** A line whose notes the store takes down as it is told to. */
function lineNotedBy(note: HeldLine['note']): HeldLine {
  return { note } as HeldLine;
}

it('a job is not followed while the store has not taken down whose line made it', async () => {
  let take = (): void => {};
  const noted: unknown[] = [];
  const shot = lineNotedBy(async (change) => {
    await new Promise<void>((resolve) => (take = resolve));
    noted.push(change);
  });
  let isOver = false;
  const noting = noteJob(shot, 'job_1', () => {}).then(() => (isOver = true));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  take();
  await noting;
  expect(noted).toEqual([{ job: 'job_1' }]);
});

it('a store that refuses that keeps nobody from following the job, and is told', async () => {
  const warnings: string[] = [];
  const shot = lineNotedBy(async () => {
    throw new StoreRefusalError('redis://127.0.0.1', new Error('OOM'));
  });
  await noteJob(shot, 'job_1', (message) => warnings.push(message));
  expect(warnings).toEqual([expect.stringContaining('job_1 is known by its key alone')]);
});
