import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../../src/errors/endings.ts';
import { createFollow, type FollowPlan } from '../../../src/follow/follow.ts';
import { createAttempts } from '../../../src/follow/send/attempts.ts';
import type { JobRecord } from '../../../src/ledger/record.ts';
import type { Job } from '../../../src/service/job.ts';
import { endOfSubmit } from '../../../src/submit/submit-attempt.ts';
import { type NamedSubmit, submitsTo } from '../../submit/fixtures/planned-submits.ts';
import { newWorld, plan, type World } from '../follows.ts';

type States = Record<string, Partial<Job>[]>;

const running = { status: 'running' };
const succeeded = { status: 'succeeded' };
const failed = { status: 'failed', error: { code: 'provider_failed', message: 'it broke' } };
const rejected = { status: 'failed', error: { code: 'provider_rejected', message: 'not that' } };

async function submitted(one: NamedSubmit): Promise<JobRecord> {
  const end = await endOfSubmit(one, 1);
  if (end.kind === 'refused') throw end.error;
  return end.record;
}

/** Submits requests of these names, follows them, and tells what is heard, in order. */
async function carry(
  names: readonly string[],
  {
    answer = () => undefined,
    attempts = 3,
    changes = {},
    hear = () => {},
    states,
  }: {
    answer?: Parameters<typeof submitsTo>[0];
    attempts?: number;
    changes?: Partial<FollowPlan>;
    hear?: (line: string, world: World) => void;
    states: States;
  },
) {
  const world = newWorld();
  for (const [id, looks] of Object.entries(states)) world.states.set(`job-${id}`, [...looks]);
  const { planned, sent } = submitsTo(answer);
  const heard: string[] = [];
  const say = (line: string): void => {
    heard.push(line);
    hear(line, world);
  };
  const first: { one: NamedSubmit; record: JobRecord }[] = [];
  for (const one of planned(names, attempts)) first.push({ one, record: await submitted(one) });
  const flow = createAttempts<NamedSubmit>({
    atOnce: 1,
    failFast: changes.failFast ?? false,
    openFollow: (hears) =>
      createFollow({ ...plan, download: false, ...changes }, { ...world.ports, ...hears }),
    submit: (one, attempt) => endOfSubmit(one, attempt),
    onRepeat: ({ name }, { end }, attempt) => say(`${name}: ${end.id} failed, attempt ${attempt}`),
    onSubmitted: ({ name }, { id }) => say(`${name}: ${id} submitted`),
    onEnd({ name }, end) {
      const how =
        end.kind === 'unsent'
          ? 'unsent'
          : end.kind === 'refused'
            ? `${end.error.code} at attempt ${end.attempt}, after ${end.failed?.end.id}`
            : `${end.job.end.id} ${end.job.end.kind} ${end.job.record.job.status}`;
      say(`${name}: ${how}`);
    },
  });
  for (const { one, record } of first) await flow.add(one, record, 1);
  flow.close();
  await flow.run();
  return { heard, sent };
}

describe('a request whose job fails uncharged', () => {
  it('is submitted again at once, and is through without the others', async () => {
    const { heard } = await carry(['a', 'b'], {
      states: { a: [failed], a2: [failed], a3: [succeeded], b: [...Array(40).fill(running), succeeded] },
    });
    expect(heard).toEqual([
      'a: job-a failed, attempt 2',
      'a: job-a2 submitted',
      'a: job-a2 failed, attempt 3',
      'a: job-a3 submitted',
      'a: job-a3 over succeeded',
      'b: job-b over succeeded',
    ]);
  });

  it('ends with its last attempt', async () => {
    const { heard, sent } = await carry(['a'], { attempts: 2, states: { a: [failed], a2: [failed] } });
    expect(heard.at(-1)).toBe('a: job-a2 over failed');
    expect(sent).toEqual(['a', 'a2']);
  });

  it('is not submitted again for what was asked of it, nor after an interruption', async () => {
    const { sent } = await carry(['a'], { states: { a: [rejected] } });
    expect(sent).toEqual(['a']);
    const { heard } = await carry(['a', 'b'], {
      states: { a: [rejected], b: [running, running, running, failed] },
      hear: (line, { interrupt }) => {
        if (line.startsWith('a:')) interrupt.abort();
      },
    });
    expect(heard).toEqual(['a: job-a over failed', 'b: job-b left running']);
  });
});

describe('a later attempt that has not begun when all is stopped', () => {
  it('is not begun after an interruption: its request ends with the job that failed', async () => {
    const { heard, sent } = await carry(['a', 'b'], {
      states: { a: [failed], a2: [running], b: [failed], b2: [succeeded] },
      hear: (line, { interrupt }) => {
        if (line === 'a: job-a2 submitted') interrupt.abort();
      },
    });
    expect(sent).toEqual(['a', 'b', 'a2']);
    expect(heard).toEqual([
      'a: job-a failed, attempt 2',
      'a: job-a2 submitted',
      'b: job-b over failed',
      'a: job-a2 left queued',
    ]);
  });

  it('is not begun where it waits for its turn as that happens', async () => {
    let interrupt = (): void => {};
    const { heard, sent } = await carry(['a', 'b'], {
      states: { a: [failed], a2: [running], b: [failed], b2: [succeeded] },
      async answer({ idempotency_key: key }) {
        if (key !== 'a2') return;
        // Meanwhile b fails as well.
        for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
        interrupt();
      },
      hear: (_, world) => {
        interrupt = () => world.interrupt.abort();
      },
    });
    expect(sent).toEqual(['a', 'b', 'a2']);
    expect(heard).toContain('b: job-b over failed');
    expect(heard).not.toContain('b: job-b failed, attempt 2');
  });

  it('is not begun after a failure for good, with --fail-fast', async () => {
    const { heard, sent } = await carry(['a', 'b', 'c'], {
      changes: { failFast: true },
      states: { a: [failed], a2: [running], b: [failed], b2: [succeeded], c: [rejected] },
    });
    expect(sent).toEqual(['a', 'b', 'c', 'a2']);
    expect(heard).toContain('b: job-b over failed');
    expect(heard).not.toContain('b: job-b failed, attempt 2');
  });
});

describe('a later attempt that is refused', () => {
  it('ends its request, and the others go on to their ends', async () => {
    const noMoney = new RefusedError({ code: 'insufficient_balance', message: 'no money', status: 402 });
    const { heard } = await carry(['a', 'b'], {
      answer: ({ idempotency_key }) => (idempotency_key === 'a2' ? noMoney : undefined),
      states: { a: [failed], b: [...Array(40).fill(running), failed], b2: [succeeded] },
    });
    expect(heard).toEqual([
      'a: job-a failed, attempt 2',
      'a: insufficient_balance at attempt 2, after job-a',
      'b: job-b failed, attempt 2',
      'b: job-b2 submitted',
      'b: job-b2 over succeeded',
    ]);
  });
});

describe('--fail-fast', () => {
  const changes = { failFast: true };

  it('stops at an attempt that is refused', async () => {
    const broken = new RefusedError({ code: 'invalid_input', message: 'no', status: 400 });
    const { heard } = await carry(['a', 'b'], {
      answer: ({ idempotency_key }) => (idempotency_key === 'a2' ? broken : undefined),
      changes,
      states: { a: [failed], b: [...Array(40).fill(running), succeeded] },
    });
    expect(heard).toEqual([
      'a: job-a failed, attempt 2',
      'a: invalid_input at attempt 2, after job-a',
      'b: job-b left running',
    ]);
  });

  it('stops at no failure that is made good, and at the one that is not', async () => {
    const { heard } = await carry(['a', 'b'], {
      changes,
      attempts: 2,
      states: { a: [failed], a2: [running, failed], b: [running] },
    });
    expect(heard).toEqual([
      'a: job-a failed, attempt 2',
      'a: job-a2 submitted',
      'a: job-a2 over failed',
      'b: job-b left running',
    ]);
  });
});

it('of requests that a service gives one job, each has its end', async () => {
  const world = newWorld();
  world.states.set('job-a', [succeeded]);
  const { planned } = submitsTo(() => undefined);
  const [a, b] = planned(['a', 'b']);
  if (a === undefined || b === undefined) throw new Error('there are two');
  const ends: string[] = [];
  const end = await submitted(a);
  const flow = createAttempts<NamedSubmit>({
    atOnce: 1,
    failFast: false,
    openFollow: (hears) => createFollow({ ...plan, download: false }, { ...world.ports, ...hears }),
    submit: (one, attempt) => endOfSubmit(one, attempt),
    onRepeat: () => {},
    onSubmitted: () => {},
    onEnd: ({ name }) => ends.push(name),
  });
  for (const one of [a, b]) await flow.add(one, end, 1);
  flow.close();
  await flow.run();
  expect(ends).toEqual(['a', 'b']);
});
