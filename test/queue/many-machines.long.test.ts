import { describe, expect, it } from 'vitest';
import { type Scenario, simulate } from '../bench/simulation/simulate.ts';

const usual: Scenario = {
  ...{ way: 'queue', lines: 600, processes: 6, slots: 100 },
  ...{ cap: 25, lastsMs: [5_000, 20_000], retryAfterMs: 5_000, looksMs: 2_000, answersMs: 100 },
};

describe('many machines of one account, simulated', () => {
  it('by a queue reach the cap and lose little of it, with few 429s', async () => {
    const { mostInFlight, overIdeal, refusals } = await simulate(usual);
    expect(mostInFlight).toBe(25);
    expect(overIdeal).toBeGreaterThan(1);
    expect(overIdeal).toBeLessThan(1.6);
    expect(refusals).toBeLessThan(60);
  });

  it('by a queue are refused less than two of a hundred videos, also where hundreds are in flight', async () => {
    const videos = { lastsMs: [60_000, 300_000], retryAfterMs: 10_000, looksMs: 5_000 } as const;
    const { mostInFlight, overIdeal, refusals } = await simulate({
      ...{ ...usual, ...videos, lines: 3_000, processes: 20 },
      cap: 300,
    });
    expect(mostInFlight).toBe(300);
    expect(overIdeal).toBeLessThan(1.2);
    expect(refusals).toBeLessThan(60);
  });

  it('by a queue bring each line to its end, though workers are killed again and again', async () => {
    const { crashes, mostInFlight } = await simulate({
      ...usual,
      crashes: { everyMs: 20_000, downMs: 10_000 },
    });
    expect(crashes).toBeGreaterThan(5);
    expect(mostInFlight).toBeLessThanOrEqual(25);
  });

  it('by shards bring each line to its end, though processes are killed again and again', async () => {
    const crashes = { everyMs: 20_000, downMs: 10_000 };
    const ended = await simulate({ ...usual, way: 'shards', crashes });
    expect(ended.crashes).toBeGreaterThan(5);
    expect(ended.mostInFlight).toBe(25);
  });
});
