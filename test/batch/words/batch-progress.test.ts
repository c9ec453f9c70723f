import { describe, expect, it } from 'vitest';
import { createOutcomeBook } from '../../../src/batch/words/batch-outcome.ts';
import {
  type BatchTally,
  batchTally,
  countsLine,
  lastLine,
  paceLine,
  tallyLine,
} from '../../../src/batch/words/batch-progress.ts';
import { textWidth } from '../../../src/text/text-width.ts';
import { look as lookOf } from '../../terminal/looks.ts';

const look = lookOf(100);
const tally: BatchTally = {
  total: 2_000,
  done: 1_214,
  running: 25,
  fetching: 0,
  failed: 3,
  held: 0,
  uncertain: 1,
  limit: { jobs: 25, isSet: false },
  nextSubmitMs: 64_000,
  maxCostMicroUsd: undefined,
  chargedMicroUsd: 60_700_000,
  runMicroUsd: 60_700_000,
  ended: 83,
  sinceMs: -540_000,
};

describe('the two lines of a batch', () => {
  it('say how many shots stand where, how quickly it goes, and what holds it back', () => {
    expect(countsLine(tally, 100, look)).toBe(
      'shots 1,214/2,000 done · 3 failed · 1 uncertain · 25 running (limit 25, found)',
    );
    expect(paceLine(tally, 100, look, 60_000)).toBe(
      '████████████▏░░░░░░░  8.3/min · 1h 34m left · next submit in 4s · $60.70',
    );
  });

  it('count down to the next submit from when that was told, whenever they are drawn', () => {
    const pace = {
      ...{ running: 8, fetching: 0, limit: 25, limitIs: 'sought' as const, stopped: undefined },
      nextSubmitInMs: 4_000,
    };
    const tallied = { outcomes: createOutcomeBook(), money: undefined, total: 9, before: 0, sinceMs: 0 };
    const told = batchTally(tallied, { pace, paceMs: 60_000 });
    expect(paceLine(told, 100, look, 61_000)).toContain('next submit in 3s');
    expect(paceLine(told, 100, look, 64_000)).not.toContain('next submit');
  });

  it('count jobs that a signal left beside those whose submit is under way', () => {
    const outcomes = createOutcomeBook();
    for (let left = 0; left < 2; left += 1) outcomes.take({ line: left, shot: undefined }, { kind: 'left' });
    const pace = {
      ...{ running: 3, fetching: 0, limit: 25, limitIs: 'sought' as const, stopped: undefined },
      nextSubmitInMs: undefined,
    };
    const tallied = { outcomes, money: undefined, total: 5, before: 0, sinceMs: 0 };
    const told = lastLine(batchTally(tallied, { pace, paceMs: 0 }), look, 1_000);
    expect(told).toContain('5 running');
    expect(told).not.toContain('not sent');
  });

  it.each([100, 60, 37])('fit into %i columns', (columns) => {
    expect(textWidth(countsLine(tally, columns, look))).toBeLessThanOrEqual(columns);
    expect(textWidth(paceLine(tally, columns, look, 60_000))).toBeLessThanOrEqual(columns);
    expect(countsLine(tally, columns, look)).toContain('1,214/2,000 done');
  });

  it('say at the end what is left, how long it took and what it cost', () => {
    const interrupted = { ...tally, running: 8, fetching: 41, limit: undefined };
    expect(lastLine(interrupted, look, 60_000)).toBe(
      'shots 1,214/2,000 done, 3 failed, 1 uncertain, 8 running, 41 coming home, 733 not sent, took 10m 00s, charged $60.70',
    );
    const whole = { ...tally, done: 2_000, running: 0, failed: 0, uncertain: 0 };
    expect(lastLine(whole, look, 60_000)).toBe('shots 2,000/2,000 done, took 10m 00s, charged $60.70');
  });

  it('tell at the end what this run was charged, where others were charged, too', () => {
    const later = { ...tally, total: 1_218, runMicroUsd: 90_000 };
    expect(lastLine(later, look, 60_000)).toContain('charged $0.09 in this run, $60.70 in all');
    const capped = { ...later, runMicroUsd: 0, maxCostMicroUsd: 100_000_000 };
    expect(lastLine(capped, look, 60_000)).toContain('charged $0.00 in this run, $60.70 of $100.00 in all');
  });

  it('tell at the end of no jobs that are another batch’s, of the same account', () => {
    const ended = { ...tally, total: 1_220, running: 9, limit: undefined };
    expect(lastLine(ended, look, 60_000)).toContain('1 uncertain, 2 running, took');
    expect(lastLine({ ...ended, total: 1_218 }, look, 60_000)).toContain('1 uncertain, took');
  });

  it('are one line off the terminal, and tell no rate before there is one', () => {
    const begun = { ...tally, ended: 1, limit: undefined, nextSubmitMs: undefined };
    expect(tallyLine(begun, look, 60_000)).toBe(
      'shots 1,214/2,000 done, 3 failed, 1 uncertain, 25 running, $60.70',
    );
  });
});
