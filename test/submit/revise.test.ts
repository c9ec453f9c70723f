import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/ledger/record.ts';
import { submitIntent } from '../../src/submit/submit.ts';
import { type MakeIntent, submitRevised } from '../../src/submit/submit-attempt.ts';
import { json, type Step } from '../api/loopback-service.ts';
import { intent } from '../ledger/fixtures/records.ts';
import { bench, failureOf, sendSubmits, serviceWith } from './fixtures/sent-submits.ts';

sendSubmits();

const choices = { windowMs: 24 * 3_600_000, resend: false };
const conflict = json(409, { error: { code: 'idempotency_conflict', message: 'other body' } });
const made =
  (id: string): Step =>
  (response, request, raw) =>
    json(202, { id, status: 'queued', model: 'vendor-a/image' })(response, request, raw);

function asking(prompt: string, changes: Partial<Intent> = {}): Intent {
  const body = JSON.stringify({ model: 'vendor-a/image', input: { prompt } });
  return intent({ once: 'hero', idempotency_key: 'g1-hero', body, ...changes });
}

/** The intents of a request: under keys of its name, or keys that its body is part of. */
function revising(prompt: string): MakeIntent {
  return (attempt, bodyInKey = false) => {
    const base = bodyInKey === false ? 'g1-hero' : `g1-hero-${prompt}`;
    return asking(prompt, { attempt, idempotency_key: attempt === 1 ? base : `${base}/${attempt}` });
  };
}

describe('a revised request', () => {
  it('that did not change is the job of its name, and nothing is sent', async () => {
    const service = await serviceWith(made('job_1'));
    const { ports } = bench(service.baseUrl);
    await submitIntent(asking('fox'), choices, ports);
    expect(await submitRevised(revising('fox'), 1, choices, ports)).toMatchObject({
      known: true,
      record: { id: 'job_1' },
    });
    expect(service.submits()).toBe(1);
  });

  it('that nobody sent before has the key of its name', async () => {
    const service = await serviceWith(made('job_1'));
    const { ports } = bench(service.baseUrl);
    const { record } = await submitRevised(revising('fox'), 1, choices, ports);
    expect(record.intent?.idempotency_key).toBe('g1-hero');
    // And so the plain name finds it.
    expect((await submitIntent(asking('fox'), choices, ports)).known).toBe(true);
  });

  it('that did change is a job of its own, the same each time, whichever came last', async () => {
    const service = await serviceWith(made('job_1'), made('job_2'), made('job_3'));
    const { ports } = bench(service.baseUrl);
    await submitIntent(asking('fox'), choices, ports);
    for (const [prompt, id] of [
      ['cat', 'job_2'],
      ['owl', 'job_3'],
      ['cat', 'job_2'],
      ['fox', 'job_1'],
      ['owl', 'job_3'],
    ] as const) {
      expect((await submitRevised(revising(prompt), 1, choices, ports)).record.id).toBe(id);
    }
    expect(service.submits()).toBe(3);
  });

  it('goes on with its own open intent, and is not sent under another key meanwhile', async () => {
    const service = await serviceWith(json(500, {}));
    const { ledger, ports } = bench(service.baseUrl);
    expect(await failureOf(submitRevised(revising('fox'), 1, choices, ports))).toMatchObject({
      exitCode: 13,
    });
    service.answer(made('job_1'));
    const { record } = await submitRevised(revising('fox'), 1, choices, ports);
    expect(record.intent?.idempotency_key).toBe('g1-hero');
    expect(await ledger.unsettledCount()).toBe(0);
  });

  it('whose name another machine has with another body gets a key of its own after half a minute', async () => {
    const service = await serviceWith(conflict);
    const { clock, ledger, ports } = bench(service.baseUrl);
    const startedMs = clock.nowMs();
    let conflicts = 0;
    const sends: string[] = [];
    const counting = {
      ...ports,
      send: (...words: Parameters<typeof ports.send>) => {
        sends.push(words[1].idempotency_key);
        if (words[1].idempotency_key !== 'g1-hero') {
          conflicts = service.submits();
          service.answer(made('job_2'));
        }
        return ports.send(...words);
      },
    };
    const { record } = await submitRevised(revising('cat'), 1, choices, counting);
    expect(record).toMatchObject({ id: 'job_2', intent: { idempotency_key: 'g1-hero-cat' } });
    expect(sends).toEqual(['g1-hero', 'g1-hero-cat']);
    expect(conflicts).toBeGreaterThan(3);
    expect(clock.nowMs() - startedMs).toBe(30_000);
    expect(await ledger.unsettledCount()).toBe(0);
    // From now on the ledger knows, and nobody waits.
    expect(await submitRevised(revising('cat'), 1, choices, ports)).toMatchObject({ known: true });
    expect(clock.nowMs() - startedMs).toBe(30_000);
  });

  it('is not sent under another key where the service asks to wait longer than that', async () => {
    const inUse = json(409, { error: { code: 'in_progress', message: 'x' } }, { 'retry-after': '45' });
    const service = await serviceWith(inUse);
    const { ledger, ports } = bench(service.baseUrl);
    const failure = await failureOf(submitRevised(revising('fox'), 1, choices, ports));
    expect(failure).toMatchObject({ exitCode: 8, code: 'key_in_use', hint: expect.stringContaining('45 s') });
    expect(service.submits()).toBe(1);
    expect(await ledger.unsettledCount()).toBe(0);
  });

  it('that another machine is sending at this moment is that machine’s job', async () => {
    const service = await serviceWith(conflict, conflict, made('job_1'));
    const { ports } = bench(service.baseUrl);
    const { record } = await submitRevised(revising('fox'), 1, choices, ports);
    expect(record).toMatchObject({ id: 'job_1', intent: { idempotency_key: 'g1-hero' } });
  });

  it('whose answer was lost does not get a second key for a 409 after it', async () => {
    const service = await serviceWith(json(502, {}), conflict);
    const { ledger, ports } = bench(service.baseUrl);
    expect(await failureOf(submitRevised(revising('fox'), 1, choices, ports))).toMatchObject({
      exitCode: 13,
    });
    expect((await ledger.unsettled()).map((open) => open.idempotency_key)).toEqual(['g1-hero']);
  });

  it('keeps to the key of its first attempt in later ones', async () => {
    const service = await serviceWith(made('job_1'), made('job_2'), made('job_3'));
    const { ports } = bench(service.baseUrl);
    await submitIntent(asking('fox'), choices, ports);
    await submitRevised(revising('cat'), 1, choices, ports);
    const { record } = await submitRevised(revising('cat'), 2, choices, ports);
    expect(record).toMatchObject({ id: 'job_3', intent: { idempotency_key: 'g1-hero-cat/2' } });
  });
});
