import { describe, expect, it } from 'vitest';
import {
  afterInFlight,
  type InFlight,
  inFlightAtStart,
  nextTryMs,
} from '../../../src/rules/batch/in-flight.ts';
import { sendAll } from './account-with-cap.ts';

const minuteMs = 60_000;
/** Successes between a 429 and the next try. */
const enough = 56;

/** The limit after refusals and successes, each a minute after the one before. */
function limitAfter(
  events: readonly ['accepted' | 'refused' | 'waited', inFlight: number][],
  start = inFlightAtStart(),
): InFlight {
  return events.reduce((state, [kind, inFlight], place) => {
    const nowMs = (place + 1) * minuteMs;
    return afterInFlight(state, { kind, inFlight, beganMs: nowMs - 1, nowMs });
  }, start);
}

describe('how many jobs may be in flight', () => {
  it('begins with four, and is one more with each success', () => {
    expect(inFlightAtStart()).toMatchObject({ limit: 4, how: 'sought' });
    expect(
      limitAfter([
        ['accepted', 1],
        ['accepted', 2],
      ]),
    ).toMatchObject({ limit: 6, how: 'sought' });
  });

  it('is what was in flight when one more was refused', () => {
    expect(limitAfter([['refused', 25]])).toMatchObject({ limit: 25, how: 'found' });
  });

  it('is none where others have all, and one is tried after 15 s, then after twice as long each time', () => {
    let state = limitAfter([['refused', 0]]);
    const gaps: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const dueMs = nextTryMs(state) ?? 0;
      gaps.push((dueMs - state.triedMs) / 1000);
      state = afterInFlight(state, { kind: 'waited', inFlight: 0, nowMs: dueMs });
      expect(state.limit).toBe(1);
      state = afterInFlight(state, { kind: 'refused', inFlight: 0, beganMs: dueMs, nowMs: dueMs + 1 });
    }
    expect(gaps).toEqual([15, 30, 60, 120, 240, 480, 900, 900]);
  });

  it('is tried by one more after ten seconds and enough successes, then after twice as long while that fails', () => {
    let state = limitAfter([['refused', 25]]);
    const gaps: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (let each = 0; each < enough; each += 1)
        state = afterInFlight(state, { kind: 'accepted', inFlight: 24, nowMs: state.triedMs + 1 });
      const dueMs = nextTryMs(state) ?? 0;
      gaps.push((dueMs - state.triedMs) / 1000);
      expect(afterInFlight(state, { kind: 'waited', inFlight: 25, nowMs: dueMs - 1 }).limit).toBe(25);
      expect(afterInFlight(state, { kind: 'waited', inFlight: 24, nowMs: dueMs }).limit).toBe(25);
      const tried = afterInFlight(state, { kind: 'waited', inFlight: 25, nowMs: dueMs });
      expect(tried.limit).toBe(26);
      state = afterInFlight(tried, { kind: 'refused', inFlight: 25, beganMs: dueMs, nowMs: dueMs + 1 });
    }
    expect(gaps).toEqual([10, 20, 40, 60, 60]);
  });

  it('is tried after a quarter of an hour where successes are rare', () => {
    const state = limitAfter([['refused', 25]]);
    expect((nextTryMs(state) ?? 0) - state.triedMs).toBe(15 * minuteMs);
  });

  it('is tried by twice as many after each try that succeeded, up to eight', () => {
    let state = limitAfter([['refused', 0]]);
    const limits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const nowMs = nextTryMs(state) ?? 0;
      state = afterInFlight(state, { kind: 'waited', inFlight: state.limit, nowMs });
      state = afterInFlight(state, { kind: 'accepted', inFlight: state.limit, nowMs });
      limits.push(state.limit);
    }
    expect(limits).toEqual([1, 3, 7, 15, 23, 31]);
    const nowMs = state.triedMs + 2;
    const refused = afterInFlight(state, { kind: 'refused', inFlight: 31, beganMs: nowMs - 1, nowMs });
    expect(refused).toMatchObject({ limit: 31, step: 1 });
  });

  it('is tried by no more than a 128th of it where it is large', () => {
    let state = limitAfter([['refused', 2560]]);
    const raises: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const nowMs = state.triedMs + 15 * minuteMs;
      const tried = afterInFlight(state, { kind: 'waited', inFlight: state.limit, nowMs });
      raises.push(tried.limit - state.limit);
      state = afterInFlight(tried, { kind: 'accepted', inFlight: tried.limit, nowMs });
    }
    expect(raises).toEqual([1, 2, 4, 8, 16, 20, 20]);
  });

  it('falls by the submits that were under way at a refusal and were refused as well, which count once', () => {
    // 25 jobs and 4 more submits were under way.
    let state = afterInFlight(inFlightAtStart(), { kind: 'refused', inFlight: 29, beganMs: 100, nowMs: 200 });
    for (const inFlight of [28, 27, 26, 25])
      state = afterInFlight(state, { kind: 'refused', inFlight, beganMs: 150, nowMs: 210 });
    expect(state).toMatchObject({ limit: 25, cutTo: 25, gapMs: 10_000 });
    expect(state.triedMs).toBe(200);
  });

  it('is at least what an earlier run has in flight', () => {
    const nowMs = 0;
    expect(afterInFlight(inFlightAtStart(), { kind: 'adopted', inFlight: 60, nowMs })).toMatchObject({
      limit: 60,
    });
    expect(afterInFlight(inFlightAtStart(), { kind: 'adopted', inFlight: 2, nowMs })).toMatchObject({
      limit: 4,
    });
  });

  it('stays what a person has set', () => {
    const given = limitAfter(
      [
        ['accepted', 9],
        ['refused', 3],
        ['waited', 9],
      ],
      inFlightAtStart(9),
    );
    expect(given).toMatchObject({ limit: 9, how: 'given' });
    expect(nextTryMs(given)).toBeUndefined();
  });
});

describe('an account that bears 25', () => {
  const capAt = (): number => 25;

  it('renders 2,000 videos in 1.03 of the ideal time, with 429s to less than two of a hundred', () => {
    const { tookMs, refusals } = sendAll({
      jobs: 2000,
      capAt,
      lastsMs: [60_000, 300_000],
      retryAfterMs: 10_000,
    });
    expect(tookMs / ((2000 * 180_000) / 25)).toBeCloseTo(1.024, 2);
    expect(Math.abs(refusals - 36)).toBeLessThan(4);
  });

  it('renders 20,000 pictures in 1.02 of the ideal time', () => {
    const { tookMs, refusals } = sendAll({
      jobs: 20_000,
      capAt,
      lastsMs: [5_000, 20_000],
      retryAfterMs: 5_000,
    });
    expect(tookMs / ((20_000 * 12_500) / 25)).toBeLessThan(1.025);
    expect(refusals).toBeLessThan(200);
  });

  it('is found again when it bears ten for an hour, and then 25', () => {
    const hourMs = 60 * minuteMs;
    const lasts = { jobs: 2000, lastsMs: [60_000, 300_000], retryAfterMs: 10_000 } as const;
    const { tookMs } = sendAll({
      ...lasts,
      capAt: (nowMs) => (nowMs > hourMs && nowMs < 2 * hourMs ? 10 : 25),
    });
    expect(tookMs / ((2000 * 180_000) / 25)).toBeLessThan(1.21);
  });
});
