import { describe, expect, it } from 'vitest';
import {
  afterInFlight,
  type InFlight,
  inFlightAtStart,
  inFlightMost,
  nextTryMs,
} from '../../../src/batch/rules/in-flight.ts';

const minuteMs = 60_000;
const closedForMs = 5_000;

type Happened = [kind: 'accepted' | 'refused' | 'waited', inFlight: number];

/** The state after an event; a refused submit began just before. */
function stateAfter(state: InFlight, [kind, inFlight]: Happened, nowMs: number): InFlight {
  return afterInFlight(state, { kind, inFlight, beganMs: nowMs - 1, nowMs, closedForMs });
}

/** The state after events, each a minute after the one before. */
function stateAfterAll(events: readonly Happened[], start = inFlightAtStart()): InFlight {
  return events.reduce((state, event, place) => stateAfter(state, event, (place + 1) * minuteMs), start);
}

/** A limit that was found. */
const found = (limit: number): InFlight =>
  stateAfterAll([
    ['refused', limit],
    ['refused', limit],
  ]);

describe('how many jobs may be in flight', () => {
  it('begins with four, and is one more with each success', () => {
    expect(inFlightAtStart()).toMatchObject({ limit: 4, how: 'sought' });
    const state = stateAfterAll([
      ['accepted', 1],
      ['accepted', 2],
    ]);
    expect(state).toMatchObject({ limit: 6, how: 'sought' });
  });

  it('is left by a single 429, after which a few more are tried', () => {
    const climbed: Happened[] = Array.from({ length: 36 }, (_, place) => ['accepted', place + 1]);
    const state = stateAfterAll([...climbed, ['refused', 24]]);
    expect(state).toMatchObject({ limit: 40, how: 'sought' });
    expect(inFlightMost(state)).toBe(31);
    // As many as were refused, of which all were there before: it says nothing.
    expect(inFlightMost(stateAfter(state, ['accepted', 24], 40 * minuteMs))).toBe(31);
    expect(inFlightMost(stateAfter(state, ['accepted', 25], 40 * minuteMs))).toBe(41);
  });

  it('is what was in flight when as many were refused again', () => {
    expect(found(25)).toMatchObject({ limit: 25, how: 'found' });
    const early = stateAfter(stateAfter(inFlightAtStart(), ['refused', 25], 1_000), ['refused', 25], 1_700);
    expect(early.how).toBe('sought');
    expect(stateAfter(early, ['refused', 25], 2_100)).toMatchObject({ limit: 25, how: 'found' });
  });

  it('stays in doubt where more were taken before the next 429, and the submits are spaced', () => {
    let state = stateAfter(inFlightAtStart(), ['refused', 3], 1_000);
    for (const inFlight of [4, 5, 6, 7]) state = stateAfter(state, ['accepted', inFlight], 2_000);
    state = stateAfter(state, ['refused', 7], 3_000);
    expect(state).toMatchObject({ how: 'sought', spacing: { everyMs: 500, gapMs: 10_000 } });
    // It is tried to send them quicker, and goes back for longer where that is refused.
    const quicker = stateAfter(state, ['waited', 5], 13_000);
    expect(quicker.spacing?.everyMs).toBeCloseTo(500 * (15 / 16));
    const refused = stateAfter(stateAfter(quicker, ['accepted', 6], 13_100), ['refused', 6], 13_200);
    expect(refused).toMatchObject({ how: 'sought', spacing: { everyMs: 500, gapMs: 20_000 } });
    // Of a cap no submit passes after the pause.
    expect(stateAfter(refused, ['refused', 6], 15_000)).toMatchObject({ how: 'found', limit: 6 });
  });

  it('is cut at once where it was known and less is taken', () => {
    expect(stateAfter(found(40), ['refused', 12], 9 * minuteMs)).toMatchObject({ limit: 12, how: 'found' });
  });

  it('is none where others have all, and one is tried after 15 s, then after twice as long each time', () => {
    let state = found(0);
    const gaps: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const dueMs = nextTryMs(state) ?? 0;
      gaps.push((dueMs - state.triedMs) / 1000);
      state = stateAfter(state, ['waited', 0], dueMs);
      expect(state.limit).toBe(1);
      state = stateAfter(state, ['refused', 0], dueMs + 2);
    }
    expect(gaps).toEqual([15, 30, 60, 120, 240, 240]);
  });

  it('is tried by one more a minute after the pause, then after twice as long while that fails', () => {
    let state = found(2);
    expect(state.triedMs).toBe(2 * minuteMs + closedForMs);
    const gaps: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (let each = 0; each < 12; each += 1) state = stateAfter(state, ['accepted', 1], state.triedMs + 1);
      const dueMs = nextTryMs(state) ?? 0;
      gaps.push((dueMs - state.triedMs) / 1000);
      expect(stateAfter(state, ['waited', 2], dueMs - 1).limit).toBe(2);
      expect(stateAfter(state, ['waited', 1], dueMs).limit).toBe(2);
      const tried = stateAfter(state, ['waited', 2], dueMs);
      expect(tried.limit).toBe(3);
      state = stateAfter(tried, ['refused', 2], dueMs + 2);
    }
    expect(gaps).toEqual([60, 120, 240, 240, 240]);
  });

  it('is not tried before six times as many submits were taken, however long that takes', () => {
    let state = found(25);
    for (let each = 0; each < 149; each += 1) state = stateAfter(state, ['accepted', 24], 9 * minuteMs);
    expect(nextTryMs(state)).toBeUndefined();
    expect(nextTryMs(stateAfter(state, ['accepted', 24], 9 * minuteMs))).toBe(state.triedMs + minuteMs);
  });

  it('is tried by twice as many after each try that succeeded, up to eight', () => {
    let state = found(0);
    const limits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const nowMs = nextTryMs(state) ?? 0;
      state = stateAfter(state, ['waited', state.limit], nowMs);
      state = stateAfter(state, ['accepted', state.limit], nowMs);
      limits.push(state.limit);
    }
    expect(limits).toEqual([1, 3, 7, 15, 23, 31]);
    expect(stateAfter(state, ['refused', 31], state.triedMs + 2)).toMatchObject({ limit: 31, step: 1 });
  });

  it('is tried by no more than a 128th of it where it is large', () => {
    let state = { ...found(2560), acceptedSince: 6 * 2560 };
    const raises: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const nowMs = state.triedMs + 15 * minuteMs;
      const tried = stateAfter(state, ['waited', state.limit], nowMs);
      raises.push(tried.limit - state.limit);
      state = stateAfter(tried, ['accepted', tried.limit], nowMs);
    }
    expect(raises).toEqual([1, 2, 4, 8, 16, 20, 20]);
  });

  it('falls by the submits that were under way at a refusal and were refused as well, which count once', () => {
    // 25 jobs and 4 more submits were under way.
    let state = stateAfter(found(40), ['refused', 29], 9 * minuteMs);
    for (const inFlight of [28, 27, 26, 25]) state = stateAfter(state, ['refused', inFlight], 9 * minuteMs);
    expect(state).toMatchObject({ limit: 25, refusedAt: 25, triedMs: 9 * minuteMs + closedForMs });
  });

  it('is at least what an earlier run has in flight', () => {
    const adopted = (inFlight: number): InFlight =>
      afterInFlight(inFlightAtStart(), { kind: 'adopted', inFlight, nowMs: 0, closedForMs: 0 });
    expect(adopted(60)).toMatchObject({ limit: 60 });
    expect(adopted(2)).toMatchObject({ limit: 4 });
  });

  it('stays what a person has set', () => {
    const events: Happened[] = [
      ['accepted', 9],
      ['refused', 3],
      ['refused', 3],
      ['waited', 9],
    ];
    const given = stateAfterAll(events, inFlightAtStart(9));
    expect(given).toMatchObject({ limit: 9, how: 'given' });
    expect([inFlightMost(given), nextTryMs(given)]).toEqual([9, undefined]);
  });
});
