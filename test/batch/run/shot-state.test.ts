import { describe, expect, it } from 'vitest';
import type { ShotMemory } from '../../../src/batch/journal/shot-memory.ts';
import { type QueuedLines, type ShotStateChoices, shotStateOf } from '../../../src/batch/run/shot-state.ts';
import type { Intent } from '../../../src/ledger/record.ts';
import type { BodyInKey } from '../../../src/submit/submit-attempt.ts';
import { ledgerInTemp } from '../../ledger/fixtures/open-ledger.ts';
import { at, intent, jobRecord, startMs } from '../../ledger/fixtures/records.ts';

const choices: ShotStateChoices = {
  revise: false,
  retryFailed: false,
  attempts: 1,
  windowMs: 24 * 3_600_000,
  resend: false,
};

const fox = { prompt: 'aaaaaaaaaaaaaaaa' };
const hare = { prompt: 'bbbbbbbbbbbbbbbb' };

/** The intents of the shot `s01`, for a line with these fields. */
function intentFor(fields: Record<string, string>, changes: Partial<Intent> = {}, way = '') {
  return (attempt: number, bodyInKey: BodyInKey = false): Intent =>
    intent({
      once: 'shots/s01',
      idempotency_key: `g1-s01-${attempt}${way}${bodyInKey ? `-${fields.prompt}` : ''}`,
      attempt,
      batch: { name: 'shots', shot: 's01', fields },
      ...changes,
    });
}

/** What the journal knows of the shot. */
function noted(changes: Partial<ShotMemory> = {}): ShotMemory {
  const rest = { job: undefined, over: undefined, files: [] };
  return { attempt: 1, key: 'g1-s01-1', fields: fox, sent_at: at(-60), ...rest, ...changes };
}

const failed = { status: 'failed', cost_usd: null, code: 'timeout', at: at(0) };
const refused = { status: 'refused', cost_usd: null, code: 'invalid', at: at(0) };

const noLines: QueuedLines = { size: 0, find: async () => undefined };

/** A machine with a ledger, a journal and a folder, and how the shot `s01` stands there. */
function machine(memory?: ShotMemory, changes: Partial<Intent> = {}, queued = noLines) {
  const { ledger } = ledgerInTemp();
  return {
    ledger,
    /** Has the ledger know a job of an attempt. */
    async knows(status: string, { attempt = 1, fields = fox, bodyInKey = false, way = '' } = {}) {
      const made = intentFor(fields, changes, way)(attempt, bodyInKey);
      const id = `job_${attempt}${bodyInKey ? '_revised' : ''}`;
      const job = { id, status, created_at: at(0), completed_at: at(1) };
      await ledger.claimIntent(made);
      await ledger.recordJob(jobRecord(job.id, { intent: made, job }));
    },
    stands: (fields: Record<string, string> = fox, chosen: Partial<ShotStateChoices> = {}) =>
      shotStateOf(
        {
          shot: 's01',
          fields,
          intentFor: intentFor(fields, changes),
          elsewhere: () => [intentFor(fields, changes, '-elsewhere')],
        },
        { ...choices, ...chosen },
        {
          ledger,
          claimedKeys: ledger.claimedKeys,
          journal: { find: () => memory },
          inFolder: async () => undefined,
          queued: async () => queued,
          stands: async () => true,
          latestMs: async () => startMs,
        },
      ),
  };
}

describe('how a shot stands that a line in the queue alone tells of', () => {
  const queuedUnder = (key: string, fields: Record<string, string>): QueuedLines => ({
    size: 1,
    find: async (asked) => (asked === key ? { fields, jobId: 'job_1' } : undefined),
  });

  it.each([
    ['under its key', 'g1-s01-1'],
    ['under its key by another way', 'g1-s01-1-elsewhere'],
  ])('is changed where that asks for something else %s', async (_, key) => {
    const here = machine(undefined, {}, queuedUnder(key, hare));
    expect(await here.stands()).toMatchObject({ kind: 'changed', jobId: 'job_1' });
    expect(await here.stands(fox, { revise: true })).toMatchObject({ kind: 'new', bodyInKey: true });
  });

  it('is new where that asks for the same', async () => {
    const here = machine(undefined, {}, queuedUnder('g1-s01-1', fox));
    expect(await here.stands()).toMatchObject({ kind: 'new', bodyInKey: false });
  });
});

describe('how a shot stands where ledger and journal both know of it', () => {
  it('is by the journal, where that has a later attempt, made by another machine', async () => {
    const here = machine(noted({ attempt: 2, key: 'g1-s01-2', job: 'job_far' }));
    await here.knows('failed');
    expect(await here.stands(fox, { retryFailed: true })).toMatchObject({
      kind: 'running',
      attempt: 2,
      record: { id: 'job_far' },
    });
  });

  it('is by the journal, where another machine sent a later attempt and heard no answer', async () => {
    const memory = noted({ attempt: 2, key: 'g1-s01-2', sent_at: at(-25 * 3600) });
    const here = machine(memory);
    await here.knows('failed');
    expect(await here.stands(fox, { retryFailed: true })).toMatchObject({ kind: 'uncertain', attempt: 2 });
  });

  it('is by the journal, where another machine revised the line to what it says now', async () => {
    const revised = noted({ key: `g1-s01-1-${hare.prompt}`, fields: hare, job: 'job_far' });
    const here = machine(revised);
    await here.knows('succeeded');
    expect(await here.stands(hare)).toMatchObject({ kind: 'running', bodyInKey: true });
    expect(await here.stands(hare, { revise: true })).toMatchObject({ kind: 'running', bodyInKey: true });
  });

  it('is by the ledger, where that has the same attempt or a later one', async () => {
    const here = machine(noted({ job: 'job_1', over: failed }));
    await here.knows('failed');
    await here.knows('succeeded', { attempt: 2 });
    expect(await here.stands()).toMatchObject({ kind: 'succeeded', attempt: 2, isRecorded: true });
  });

  it('is by the ledger, where it has a later attempt than the first one, which only the journal knows', async () => {
    const here = machine(noted({ job: 'job_far', over: failed }));
    await here.knows('succeeded', { attempt: 2 });
    expect(await here.stands()).toMatchObject({ kind: 'succeeded', attempt: 2, isRecorded: true });
  });

  it('is a failure still, where a later attempt was refused', async () => {
    const here = machine(noted({ attempt: 2, key: 'g1-s01-2', over: refused }));
    await here.knows('failed');
    expect(await here.stands()).toMatchObject({ kind: 'failed', attempt: 1 });
  });
});

describe('a shot that the journal alone knows', () => {
  it('is new where the service refused it, also after its line was mended', async () => {
    const here = machine(noted({ over: refused }));
    const plain = { kind: 'new', attempt: 1, bodyInKey: false };
    expect(await here.stands(fox)).toMatchObject(plain);
    expect(await here.stands(hare)).toMatchObject(plain);
  });

  it('failed, where the ledger refused a later attempt that the journal has no answer of', async () => {
    const before = noted({ job: 'job_far', over: failed });
    const here = machine(noted({ attempt: 2, key: 'g1-s01-2', before }));
    const sent = intentFor(fox)(2);
    await here.ledger.claimIntent(sent);
    await here.ledger.markSent(sent, at(-60));
    await here.ledger.recordRefusal(sent, { at: at(0), status: 400, code: 'invalid', message: '' });
    expect(await here.stands()).toMatchObject({ kind: 'failed', attempt: 1, record: { id: 'job_far' } });
    expect(await here.stands(fox, { retryFailed: true })).toMatchObject({ kind: 'new', attempt: 2 });
    await here.knows('failed');
    expect(await here.stands()).toMatchObject({ kind: 'failed', attempt: 1, record: { id: 'job_1' } });
  });

  it('is not refused by what the ledger was told before it was sent', async () => {
    const here = machine(noted({ sent_at: at(60) }));
    const sent = intentFor(fox)(1);
    await here.ledger.claimIntent(sent);
    await here.ledger.recordRefusal(sent, { at: at(0), status: 400, code: 'invalid', message: '' });
    expect(await here.stands()).toMatchObject({ kind: 'open', attempt: 1 });
  });

  it('has no further attempt where its failure was charged', async () => {
    const charged = machine(noted({ job: 'job_far', over: { ...failed, cost_usd: 1 } }));
    expect(await charged.stands(fox, { retryFailed: true })).toMatchObject({ kind: 'failed' });
  });

  it('counts as changed where its job was made of something else', async () => {
    const here = machine(noted({ job: 'job_far' }));
    expect(await here.stands(hare)).toEqual({ kind: 'changed', fields: ['prompt'], jobId: 'job_far' });
  });

  it('is not believed where its key is none of the shot', async () => {
    const here = machine(noted({ key: 'g1-another', job: 'job_far' }));
    await expect(here.stands()).rejects.toMatchObject({ exit: 'usage', code: 'journal_unreadable' });
  });

  it('is not here with fewer files than its job has outputs', async () => {
    const over = { status: 'succeeded', cost_usd: 1, code: null, at: at(0), outputs: 2 };
    const file = { n: 0, path: '/out/s01-1.png', bytes: 1, sha256: '' };
    expect(await machine(noted({ job: 'job_far', over, files: [file] })).stands()).toMatchObject({
      kind: 'running',
    });
    const both = [file, { ...file, n: 1, path: '/out/s01-2.png' }];
    expect(await machine(noted({ job: 'job_far', over, files: both })).stands()).toMatchObject({
      kind: 'here',
    });
  });
});

describe('a shot of a route without a key', () => {
  const onV1 = { route: 'tasks' } as const;

  it('is uncertain while nobody knows what became of it, and new once that was closed by hand', async () => {
    const here = machine(noted(), onV1);
    expect(await here.stands()).toMatchObject({ kind: 'uncertain' });
    const sent = intentFor(fox, onV1)(1);
    await here.ledger.claimIntent(sent);
    await here.ledger.markSent(sent, at(-60));
    expect(await here.stands()).toMatchObject({ kind: 'uncertain' });
    const refusal = { at: at(0), status: null, code: 'forgotten', message: 'closed by hand' };
    await here.ledger.recordRefusal(sent, refusal);
    expect(await here.stands()).toMatchObject({ kind: 'new', attempt: 1 });
  });
});

describe('a shot whose line went another way before', () => {
  const elsewhere = { way: '-elsewhere' };

  it('counts as changed by the ledger alone, also after another attempt', async () => {
    const here = machine();
    await here.knows('failed', elsewhere);
    await here.knows('succeeded', { ...elsewhere, attempt: 2 });
    expect(await here.stands(hare)).toEqual({ kind: 'changed', fields: ['prompt'], jobId: 'job_2' });
    expect(await here.stands(hare, { revise: true })).toMatchObject({ kind: 'new', bodyInKey: true });
  });

  it('is the same shot, where its fields are the same', async () => {
    const here = machine();
    await here.knows('succeeded', elsewhere);
    expect(await here.stands()).toMatchObject({ kind: 'succeeded', record: { id: 'job_1' } });
    const memory = noted({ key: 'g1-s01-1-elsewhere', job: 'job_far' });
    expect(await machine(memory).stands()).toMatchObject({ kind: 'running', record: { id: 'job_far' } });
  });

  it('is new where the service refused it that way', async () => {
    const here = machine(noted({ key: 'g1-s01-1-elsewhere', over: refused }));
    expect(await here.stands(hare)).toMatchObject({ kind: 'new', attempt: 1, bodyInKey: false });
  });

  it('is what it was revised to', async () => {
    const here = machine();
    await here.knows('succeeded', elsewhere);
    await here.knows('succeeded', { fields: hare, bodyInKey: true });
    expect(await here.stands(hare)).toMatchObject({ kind: 'succeeded', bodyInKey: true });
  });
});
