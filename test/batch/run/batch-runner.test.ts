import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../follow/wait/fake-clock.ts';
import { syncNothing } from '../../submit/fixtures/no-sync.ts';
import { endWords, followed, openBatches } from './batches.ts';
import { type CappedAccount, cappedService, exchangeTo } from './capped-service.ts';

syncNothing();

const names = (count: number): string[] => Array.from({ length: count }, (_, place) => `s${place}`);

function setUp(account: CappedAccount = {}, around: Partial<Parameters<typeof openBatches>[0]> = {}) {
  const clock = createFakeClock();
  const service = cappedService({ pollAfter: 20, ...account });
  const batch = openBatches({ clock, exchange: exchangeTo(service, clock), ...around });
  return { clock, service, ...batch };
}

describe('200 shots of an account that bears 25', () => {
  it('are each sent once, within no Retry-After, and looked at no earlier than asked', async () => {
    const { ends, paces, run, sent, service, submitOf } = setUp({
      lastsMs: (place) => 60_000 + (place % 7) * 40_000,
    });
    await run(names(200).map(submitOf));
    expect(endWords(ends)).toEqual({ 'over succeeded': 200 });
    expect([...ends.values()].every((each) => each.length === 1)).toBe(true);
    expect(sent.toSorted()).toEqual(names(200).toSorted());
    expect(service.jobs.size).toBe(200);
    expect(service.seen).toMatchObject({ undercut: 0, early: 0, mostInFlight: 25 });
    expect(service.seen.refused).toBeGreaterThan(0);
    expect(service.seen.refused).toBeLessThan(30);
    expect(service.seen.submits).toHaveLength(200 + service.seen.refused);
    expect(paces.at(-1)).toMatchObject({ running: 0, limitIs: 'found' });
    expect(paces.some(({ nextSubmitInMs = 0 }) => nextSubmitInMs > 9_000)).toBe(true);
  });

  it('wait for the answer of a submit without looking at the clock again and again', async () => {
    const clock = createFakeClock();
    const sleepsMs: number[] = [];
    const counted = {
      ...clock,
      sleep: (ms: number, signal?: AbortSignal) => {
        sleepsMs.push(ms);
        return clock.sleep(ms, signal);
      },
    };
    const service = cappedService({ capAt: () => 1, retryAfter: 1_200 });
    const { run, submitOf } = openBatches({ clock: counted, exchange: exchangeTo(service, counted) });
    await run(names(6).map(submitOf));
    expect(service.jobs.size).toBe(6);
    expect(sleepsMs.filter((ms) => ms === 0).length).toBeLessThan(5);
  });

  it('follow the cap as it falls and rises', async () => {
    const minutes = 60_000;
    const { ends, paces, run, service, submitOf } = setUp({
      capAt: (nowMs) => (nowMs > 5 * minutes && nowMs < 15 * minutes ? 5 : 15),
      lastsMs: () => 50_000,
    });
    await run(names(200).map(submitOf));
    expect(endWords(ends)).toEqual({ 'over succeeded': 200 });
    expect(service.seen).toMatchObject({ undercut: 0, early: 0, mostInFlight: 15 });
    const limits = paces.map(({ limit }) => limit);
    const lowest = limits.lastIndexOf(Math.min(...limits.slice(limits.indexOf(15))));
    expect(limits[lowest]).toBeLessThanOrEqual(6);
    expect(Math.max(...limits.slice(lowest))).toBeGreaterThanOrEqual(9);
  });

  it('are no more at once than a person has set', async () => {
    const { paces, run, service, submitOf } = setUp({ lastsMs: () => 30_000 }, { inFlight: 7 });
    await run(names(30).map(submitOf));
    expect(service.seen).toMatchObject({ mostInFlight: 7, refused: 0 });
    expect(paces.at(-1)).toMatchObject({ limit: 7, limitIs: 'given' });
  });
});

describe('a 429', () => {
  it('is waited out for hours, if that is what it asks, and the shot it met is the next to go', async () => {
    const { ends, clock, run, service, submitOf } = setUp({
      capAt: (nowMs) => (nowMs < 7_200_000 ? 2 : 9),
      retryAfter: 7_200,
      lastsMs: () => 20_000,
    });
    await run(names(12).map(submitOf));
    expect(endWords(ends)).toEqual({ 'over succeeded': 12 });
    expect(service.seen.undercut).toBe(0);
    expect(clock.monotonicMs()).toBeGreaterThan(7_200_000);
    const { submits } = service.seen;
    const again = submits.findIndex((key, place) => submits.indexOf(key) !== place);
    const before = submits.slice(0, again);
    // All but the two that were taken.
    const next = submits.slice(again, again + before.length - 2);
    expect(next.length).toBeGreaterThan(0);
    expect(next.filter((key) => !before.includes(key))).toEqual([]);
  });

  it('of more than a day stops the submits: the job there is is waited for, the others are unsent', async () => {
    const { ends, paces, run, service, submitOf, ledger } = setUp({ capAt: () => 1, retryAfter: 90_000 });
    await run(names(6).map(submitOf));
    expect(endWords(ends)).toEqual({ 'over succeeded': 1, 'refused 8': 1, unsent: 4 });
    expect(paces.at(-1)).toMatchObject({ stopped: 'rate limited' });
    expect(service.seen.undercut).toBe(0);
    expect(await ledger.unsettled()).toEqual([]);
  });

  it('without a Retry-After is waited out by our own patience', async () => {
    const { ends, run, service, submitOf } = setUp({
      capAt: () => 3,
      retryAfter: undefined,
      lastsMs: () => 9_000,
    });
    await run(names(12).map(submitOf));
    expect(endWords(ends)).toEqual({ 'over succeeded': 12 });
    expect(service.jobs.size).toBe(12);
  });
});

describe('what one shot meets', () => {
  it('stops the submits where that is an empty balance, and the jobs are waited for', async () => {
    const { ends, ledger, paces, run, service, submitOf } = setUp({
      answerTo: (_, jobs) =>
        jobs < 10 ? undefined : { status: 402, body: { error: { code: 'out_of_balance', message: 'no' } } },
    });
    await run(names(30).map(submitOf));
    const words = endWords(ends);
    expect(words['over succeeded']).toBe(10);
    expect((words['refused 15'] ?? 0) + (words.unsent ?? 0)).toBe(20);
    expect(service.jobs.size).toBe(10);
    expect(paces.at(-1)).toMatchObject({ stopped: 'balance' });
    expect(await ledger.unsettled()).toEqual([]);
  });

  it('is its own affair where its outcome stays unknown', async () => {
    const { ends, ledger, paces, run, submitOf } = setUp({
      answerTo: (key) =>
        key === 's3' ? { status: 500, body: { error: { code: 'internal', message: 'no' } } } : undefined,
    });
    await run(names(12).map(submitOf));
    expect(endWords(ends)).toEqual({ 'over succeeded': 11, 'refused 13': 1 });
    expect(paces.at(-1)).toMatchObject({ stopped: undefined });
    expect((await ledger.unsettled()).map((one) => one.idempotency_key)).toEqual(['s3']);
  });

  it('is found again under its key where its answer was lost', async () => {
    const { ends, run, service, submitOf } = setUp({
      answerTo: (key, jobs) => (key === 's3' && jobs < 40 ? 'lost' : undefined),
    });
    await run(names(12).map(submitOf));
    expect(endWords(ends)).toEqual({ 'over succeeded': 12 });
    expect(service.jobs.size).toBe(12);
  });
});

describe('jobs of an earlier run', () => {
  it('count as in flight: what is new is sent as they end', async () => {
    const { ends, run, service, submitOf } = setUp({ capAt: () => 10, lastsMs: () => 60_000 });
    for (const name of names(10)) service.answer({ method: 'POST', path: '', key: name, body: '{}' }, 0, 0);
    await run([...names(10).map((name) => followed(name)), ...names(20).slice(10).map(submitOf)]);
    expect(endWords(ends)).toEqual({ 'over succeeded': 20 });
    expect(service.seen).toMatchObject({ mostInFlight: 10, undercut: 0 });
  });

  it('that are over need no slot and no look', async () => {
    const { ends, run, service } = setUp();
    await run(names(200).map((name) => followed(name, 'succeeded')));
    expect(endWords(ends)).toEqual({ 'over succeeded': 200 });
    expect(service.seen.looks).toBe(0);
  });
});

it('shots are read only as slots come free', async () => {
  let read = 0;
  let ahead = 0;
  const { run, service, submitOf } = setUp(
    { lastsMs: () => 30_000 },
    {
      inFlight: 5,
      onRead() {
        read += 1;
        ahead = Math.max(ahead, read - service.jobs.size);
      },
    },
  );
  await run(names(40).map(submitOf));
  expect(read).toBe(40);
  expect(ahead).toBeLessThanOrEqual(6);
});

describe('an interruption', () => {
  it('ends the batch: jobs are left, what waits is unsent, nothing more is read', async () => {
    const around = {
      onEnd: () => interrupt.abort(),
    };
    const { clock, ends, interrupt, ledger, paces, run, sent, service, submitOf } = setUp(
      { capAt: () => 6, lastsMs: (place) => 30_000 + place * 10_000, retryAfter: 3_600 },
      around,
    );
    await run(names(100).map(submitOf));
    const words = endWords(ends);
    expect(words['over succeeded']).toBe(1);
    expect(words['left running']).toBe(sent.length - 1);
    expect(paces.at(-1)).toMatchObject({ stopped: 'interrupted' });
    expect(service.jobs.size).toBe(sent.length);
    expect(ends.size).toBeLessThan(20);
    // What was refused is settled, so that the next run may send it anew.
    expect(await ledger.unsettled()).toEqual([]);
    expect(clock.monotonicMs()).toBeLessThan(60_000);
  });
});

it('a port that throws ends the batch with its error, and all others are told', async () => {
  const full = new Error('the disk is full');
  const { ends, run, submitOf } = setUp(
    {},
    {
      onSent(shot) {
        if (shot === 's2') throw full;
      },
    },
  );
  await expect(run(names(20).map(submitOf))).rejects.toBe(full);
  expect(ends.has('s2')).toBe(false);
  expect(endWords(ends)['over succeeded']).toBeUndefined();
});
