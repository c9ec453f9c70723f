import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/ledger/record.ts';
import { recoverIntents } from '../../src/submit/recover.ts';
import { submitIntent } from '../../src/submit/submit.ts';
import { json, type Step } from '../api/loopback-service.ts';
import { intent } from '../ledger/fixtures/records.ts';
import { sample } from '../sample.ts';
import { answersAfter, type BodyName, bodies, lostSends } from './fixtures/open-send-cases.ts';
import { bench, failureOf, sendSubmits, serviceWith } from './fixtures/sent-submits.ts';

sendSubmits();

const choices = { windowMs: 24 * 3_600_000, resend: false };
const bodyNames = Object.keys(bodies) as BodyName[];

const randomKeys = { idempotency_key: intent().idempotency_key, once: null };
const namedKeys = { idempotency_key: 'g1-hero', once: 'hero' };

function wantedWith(body: BodyName, changes: Partial<Intent> = {}): Intent {
  return intent({ ...changes, body: JSON.stringify(bodies[body]), model: bodies[body].model });
}

const accepted = (model: string): Step => json(202, { id: 'job_made', status: 'queued', model });

// The system tests have every answer after every lost send.
describe.each(Object.entries(lostSends))('after %s', (name, lost) => {
  const cases = Object.entries(answersAfter).map(([then, { step, settles }], place) => ({
    then,
    step,
    settled: settles.includes('plain'),
    key: place % 2 === 0 ? randomKeys : namedKeys,
  }));

  it.each(sample(cases, ({ settled }) => `${name}, ${settled}`))(
    '$then settles the intent: $settled',
    async ({ step, settled, key }) => {
      const service = await serviceWith(lost, step);
      const { clock, ledger, ports } = bench(service.baseUrl);
      const failure = await failureOf(submitIntent(wantedWith('plain', key), choices, ports));
      expect(failure.exitCode, failure.message).toBe(settled ? 10 : 13);
      expect(await ledger.unsettledCount(), failure.message).toBe(settled ? 0 : 1);
      expect(service.submits()).toBeGreaterThan(1);
      if (settled) return;
      // Whatever it was, the job that the first send made is found once the service says so.
      service.answer(accepted(bodies.plain.model));
      clock.advance(3_600_000);
      const [outcome] = await recoverIntents(await ledger.unsettled(), choices, async () => ports);
      expect(outcome).toMatchObject({ kind: 'settled', record: { id: 'job_made' } });
    },
  );
});

describe('an intent that an earlier run sent', () => {
  const cases = Object.entries(answersAfter).flatMap(([then, { step, settles }]) =>
    bodyNames.map((body) => ({ then, step, body, settled: settles.includes(body) })),
  );

  it.each(sample(cases, ({ then, settled }) => `${then}, ${settled}`))(
    'is settled by $then to a body $body: $settled',
    async ({ step, body, settled }) => {
      const service = await serviceWith(step);
      const { clock, ledger, ports } = bench(service.baseUrl);
      const wanted = wantedWith(body, namedKeys);
      await ledger.claimIntent(wanted);
      const sentAt = new Date(clock.nowMs() - 60_000).toISOString();
      await ledger.markSent(wanted, sentAt);
      const [outcome] = await recoverIntents(await ledger.unsettled(), choices, async () => ports);
      expect(outcome?.kind).toBe(settled ? 'refused' : 'open');
      expect(await ledger.unsettledCount()).toBe(settled ? 0 : 1);
      if (outcome?.kind !== 'open') return;
      expect(outcome.error).toMatchObject({ exitCode: 13, idempotencyKey: wanted.idempotency_key });
      // Since when it is open, not since when this run asks.
      expect(outcome.error.why).toContain(`First sent ${sentAt}`);
    },
  );
});

describe('a 409', () => {
  const conflict = json(409, { error: { code: 'idempotency_conflict', message: 'other body' } });

  it('to the first send of a name is another body’s: a refusal, and at once', async () => {
    const service = await serviceWith(conflict);
    const { ledger, ports } = bench(service.baseUrl);
    const failure = await failureOf(submitIntent(wantedWith('plain', namedKeys), choices, ports));
    expect(failure).toMatchObject({ exitCode: 10, code: 'idempotency_conflict' });
    expect(service.submits()).toBe(1);
    expect(await ledger.unsettledCount()).toBe(0);
  });

  it('to the first send of a random key says that it arrived before: it is sent again for half a minute, and never settled', async () => {
    const service = await serviceWith(conflict, conflict, accepted('vendor-a/image-1'));
    const { clock, ledger, ports } = bench(service.baseUrl);
    const { record } = await submitIntent(wantedWith('plain', randomKeys), choices, ports);
    expect(record.id).toBe('job_made');
    service.answer(conflict);
    const other = { ...randomKeys, idempotency_key: '6f1f7a2e-38a5-4b59-9c0a-0d6f6a1e7c99' };
    const beganMs = clock.nowMs();
    const failure = await failureOf(submitIntent(wantedWith('plain', other), choices, ports));
    expect(failure).toMatchObject({ exitCode: 13, idempotencyKey: other.idempotency_key });
    expect(clock.nowMs() - beganMs).toBe(30_000);
    expect(await ledger.unsettledCount()).toBe(1);
  });

  it('that lasts ten minutes means another body where the key is derived, and is left to a person', async () => {
    const service = await serviceWith(conflict);
    const { clock, ledger, ports } = bench(service.baseUrl);
    for (const [minutesAgo, key, code] of [
      [9, namedKeys, 'outcome_unknown'],
      [11, { ...namedKeys, idempotency_key: 'g1-other' }, 'key_of_another_body'],
      [11, { idempotency_key: 'order-7', once: null, key_by_hand: true }, 'key_of_another_body'],
      [11, randomKeys, 'outcome_unknown'],
    ] as const) {
      const wanted = wantedWith('plain', key);
      await ledger.claimIntent(wanted);
      await ledger.markSent(wanted, new Date(clock.nowMs() - minutesAgo * 60_000).toISOString());
      const [outcome] = await recoverIntents([wanted], choices, async () => ports);
      expect(outcome).toMatchObject({ kind: 'open', error: { exitCode: 13, code } });
      if (code === 'key_of_another_body' && outcome?.kind === 'open')
        expect(outcome.error.hint).toContain(`genctl recover --forget ${key.idempotency_key}`);
    }
    expect(await ledger.unsettledCount()).toBe(4);
  });
});
