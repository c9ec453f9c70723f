import { describe, expect, it } from 'vitest';
import type { ShotMemory } from '../../../src/batch/journal/shot-memory.ts';
import { fieldMarks, marksVersion } from '../../../src/batch/rules/request-fields.ts';
import { type ShotStateChoices, shotStateOf } from '../../../src/batch/run/shot-state.ts';
import { sha256 } from '../../../src/files/lazy-node.ts';
import type { BatchShot, Intent } from '../../../src/ledger/record.ts';
import { canonicalJson } from '../../../src/schema/json/canonical-json.ts';
import type { MakeIntent } from '../../../src/submit/submit-attempt.ts';
import { ledgerInTemp } from '../../ledger/fixtures/open-ledger.ts';
import { at, intent, jobRecord, startMs } from '../../ledger/fixtures/records.ts';
import { presigned } from '../../request/rules/fixtures/signed-links.ts';

const choices: ShotStateChoices = {
  ...{ revise: false, retryFailed: false, attempts: 1 },
  ...{ windowMs: 24 * 3_600_000, resend: false },
};
const reading = { route: 'jobs', identityOf: (link: string) => link, digest: sha256 } as const;
const field = 'image_url';

/** The line of a shot, with a link. */
function line(url: string, prompt = 'fox') {
  const body = { model: 'm', input: { prompt, image_url: url } };
  const { fields, wholeLinks } = fieldMarks(body, reading);
  /** Its intents, with the marks of a version. */
  const intents = (batch: Pick<BatchShot, 'fields' | 'marks'>): MakeIntent => {
    return (attempt, bodyInKey = false): Intent => {
      const hashed = bodyInKey === true ? canonicalJson(batch.fields) : bodyInKey;
      const key = `g1-s01-${attempt}${hashed === false ? '' : `-${sha256(hashed).slice(0, 8)}`}`;
      const of = { name: 'shots', shot: 's01', ...batch };
      const rest = { body: JSON.stringify(body), attempt, batch: of };
      return intent({ once: 'shots/s01', idempotency_key: key, ...rest });
    };
  };
  return {
    wanted: {
      ...{ shot: 's01', fields, wholeLinks, elsewhere: () => [] },
      intentFor: intents({ fields, marks: marksVersion }),
    },
    /** What the first version noted: marks of links with their signatures. */
    first: intents({ fields: { ...fields, ...wholeLinks } }),
  };
}

/** A machine with a ledger, and what its journal notes of the shot. */
function machine(memory?: ShotMemory) {
  const { ledger } = ledgerInTemp();
  return {
    async knows(made: Intent, id: string) {
      await ledger.claimIntent(made);
      const job = { id, status: 'succeeded', created_at: at(0), completed_at: at(1) };
      await ledger.recordJob(jobRecord(id, { intent: made, job }));
    },
    stateOf: ({ wanted }: ReturnType<typeof line>, chosen: Partial<ShotStateChoices> = {}) =>
      shotStateOf(
        wanted,
        { ...choices, ...chosen },
        {
          ...{ ledger, claimedKeys: ledger.claimedKeys, journal: { find: () => memory } },
          ...{ inFolder: async () => undefined, stands: async () => true, latestMs: async () => startMs },
        },
      ),
  };
}

/** What a journal has of an intent whose job it knows. */
function notedBy({ attempt, batch, idempotency_key: key }: Intent, job: string): ShotMemory {
  const { fields = {}, marks } = batch ?? {};
  return { attempt, key, fields, marks, sent_at: at(-60), job, over: undefined, files: [] };
}

const [tonight, tomorrow] = [line(presigned('11')), line(presigned('22'))];
const elsewhere = line(presigned('22', 'b.png'));

describe.each([
  ['of this version', tonight.wanted.intentFor],
  ['of the first version', tonight.first],
] as const)('a shot whose intent has marks %s', (_, made) => {
  it('is unchanged by a signature, and changed by another file', async () => {
    const here = machine();
    await here.knows(made(1), 'job_1');
    const state = await here.stateOf(tomorrow);
    expect(state).toMatchObject({ kind: 'succeeded', record: { id: 'job_1' } });
    expect(state.incomparable).toBeUndefined();
    expect(await here.stateOf(elsewhere)).toMatchObject({ kind: 'changed', fields: [field] });
    expect(await here.stateOf(line('https://f.example.com/a.png'))).toMatchObject({ kind: 'succeeded' });
  });

  it('goes by the ledger where the journal has it, too', async () => {
    const here = machine(notedBy(made(1), 'job_1'));
    await here.knows(made(1), 'job_1');
    const state = await here.stateOf(tomorrow);
    expect([state.kind, state.incomparable]).toEqual(['succeeded', undefined]);
    expect((await here.stateOf(elsewhere)).kind).toBe('changed');
  });

  it('is found again once it was revised', async () => {
    const here = machine();
    await here.knows(line(presigned('11'), 'cat').wanted.intentFor(1), 'job_1');
    await here.knows(made(1, true), 'job_2');
    for (const revise of [true, false])
      expect(await here.stateOf(tomorrow, { revise })).toMatchObject({ record: { id: 'job_2' } });
    expect(await here.stateOf(elsewhere, { revise: true })).toMatchObject({ kind: 'new', bodyInKey: true });
  });
});

describe('a shot that a journal of the first version alone tells of', () => {
  it.each([false, true])('is not comparable, and unchanged (revised: %s)', async (revised) => {
    const here = machine(notedBy(tonight.first(1, revised), 'job_1'));
    for (const revise of [false, true])
      expect(await here.stateOf(tomorrow, { revise })).toMatchObject({
        kind: 'running',
        record: { id: 'job_1' },
        incomparable: [field],
      });
    // The very link that was sent is comparable.
    expect((await here.stateOf(tonight)).incomparable).toBeUndefined();
  });

  it('is changed by every other field', async () => {
    const here = machine(notedBy(tonight.first(1), 'job_1'));
    expect(await here.stateOf(line(presigned('22'), 'cat'))).toMatchObject({
      kind: 'changed',
      fields: ['prompt'],
    });
  });

  it('is that of another shot where its key is made of other marks', async () => {
    const memory = { ...notedBy(tonight.first(1, true), 'job_1'), key: 'g1-s02-1' };
    await expect(machine(memory).stateOf(tomorrow)).rejects.toMatchObject({ code: 'journal_unreadable' });
  });
});

it('a journal of this version is comparable by itself', async () => {
  const here = machine(notedBy(tonight.wanted.intentFor(1), 'job_1'));
  const state = await here.stateOf(tomorrow);
  expect([state.kind, state.incomparable]).toEqual(['running', undefined]);
  expect((await here.stateOf(elsewhere)).kind).toBe('changed');
});
