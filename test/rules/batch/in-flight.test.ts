import { describe, expect, it } from 'vitest';
import {
  afterInFlight,
  type InFlight,
  inFlightAtStart,
  nextTryMs,
} from '../../../src/rules/batch/in-flight.ts';
import { sendAll } from './account-with-cap.ts';

const minuteMs = 60_000;

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

  it('is what was in flight when one more was refused, and at least one', () => {
    expect(limitAfter([['refused', 25]])).toMatchObject({ limit: 25, how: 'found' });
    expect(limitAfter([['refused', 0]])).toMatchObject({ limit: 1 });
  });

  it('is tried by one more after a minute, then after two and four while that fails', () => {
    let state = limitAfter([['refused', 25]]);
    const gaps: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const dueMs = nextTryMs(state) ?? 0;
      gaps.push((dueMs - state.triedMs) / minuteMs);
      expect(afterInFlight(state, { kind: 'waited', inFlight: 25, nowMs: dueMs - 1 }).limit).toBe(25);
      expect(afterInFlight(state, { kind: 'waited', inFlight: 24, nowMs: dueMs }).limit).toBe(25);
      const tried = afterInFlight(state, { kind: 'waited', inFlight: 25, nowMs: dueMs });
      expect(tried.limit).toBe(26);
      state = afterInFlight(tried, { kind: 'refused', inFlight: 25, beganMs: dueMs, nowMs: dueMs + 1 });
    }
    expect(gaps).toEqual([1, 2, 4, 4]);
  });

  it('is tried again after a minute once a try has succeeded', () => {
    const twice = limitAfter([
      ['refused', 25],
      ['waited', 25],
      ['refused', 25],
      ['waited', 25],
      ['waited', 25],
    ]);
    expect(twice).toMatchObject({ limit: 26, gapMs: 2 * minuteMs });
    const nowMs = 10 * minuteMs;
    expect(afterInFlight(twice, { kind: 'accepted', inFlight: 26, nowMs })).toMatchObject({
      limit: 27,
      gapMs: minuteMs,
    });
  });

  it('falls by the submits that were under way at a refusal and were refused as well, which count once', () => {
    // 25 jobs and 4 more submits were under way.
    let state = afterInFlight(inFlightAtStart(), { kind: 'refused', inFlight: 29, beganMs: 100, nowMs: 200 });
    for (const inFlight of [28, 27, 26, 25])
      state = afterInFlight(state, { kind: 'refused', inFlight, beganMs: 150, nowMs: 210 });
    expect(state).toMatchObject({ limit: 25, cutTo: 25, gapMs: minuteMs });
    expect(nextTryMs(state)).toBe(200 + minuteMs);
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

  it('renders 2,000 videos in 1.03 of the ideal time, with 429s to three of a hundred', () => {
    const { tookMs, refusals } = sendAll({
      jobs: 2000,
      capAt,
      lastsMs: [60_000, 300_000],
      retryAfterMs: 10_000,
    });
    expect(tookMs / ((2000 * 180_000) / 25)).toBeCloseTo(1.024, 2);
    expect(Math.abs(refusals - 61)).toBeLessThan(4);
  });

  it('renders 20,000 pictures in 1.01 of the ideal time', () => {
    const { tookMs, refusals } = sendAll({
      jobs: 20_000,
      capAt,
      lastsMs: [5_000, 20_000],
      retryAfterMs: 5_000,
    });
    expect(tookMs / ((20_000 * 12_500) / 25)).toBeCloseTo(1.005, 2);
    expect(Math.abs(refusals - 43)).toBeLessThan(4);
  });

  it('is found again when it bears ten for an hour, and then 25', () => {
    const hourMs = 60 * minuteMs;
    const lasts = { jobs: 2000, lastsMs: [60_000, 300_000], retryAfterMs: 10_000 } as const;
    const { tookMs } = sendAll({
      ...lasts,
      capAt: (nowMs) => (nowMs > hourMs && nowMs < 2 * hourMs ? 10 : 25),
    });
    expect(tookMs / ((2000 * 180_000) / 25)).toBeLessThan(1.2);
  });
});
