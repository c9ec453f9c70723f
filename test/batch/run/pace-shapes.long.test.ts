import { describe, expect, it } from 'vitest';
import { type Scenario, simulate } from '../../bench/simulation/simulate.ts';

/** One process that sends 600 lines of 6 s. */
const usual: Scenario = {
  ...{ way: 'shards', lines: 600, processes: 1, slots: 600 },
  ...{ cap: 10_000, lastsMs: [6_000, 6_000], retryAfterMs: 1_000, looksMs: 100, answersMs: 100 },
};

async function tookMs(changes: Partial<Scenario>): Promise<number> {
  return (await simulate({ ...usual, ...changes })).tookMs;
}

/** The time that so many lines need, where so many are always in flight. */
function idealMs(lines: number, cap: number, lastsMs = 6_000): number {
  return (lines * lastsMs) / cap;
}

describe('600 lines of 6 s take little longer than they have to', () => {
  it.each([25, 100])('by a cap of %i, which few submits meet', async (cap) => {
    const outcome = await simulate({ ...usual, cap });
    expect(outcome.tookMs / idealMs(600, cap)).toBeLessThan(1.1);
    expect(outcome.refusals).toBeLessThan(12);
  });

  it.each([1, 2, 4])('by a cap of %i', async (cap) => {
    expect((await tookMs({ cap, lines: 100 })) / idealMs(100, cap)).toBeLessThan(1.1);
  });

  it.each([1_000, 8_000, undefined])('by a cap, where a 429 asks for %s ms', async (retryAfterMs) => {
    expect((await tookMs({ cap: 25, retryAfterMs })) / idealMs(600, 25)).toBeLessThan(1.12);
  });

  it.each([6_000, 60_000, 300_000])('by a rate of 3 a second, where jobs last %i ms', async (lastMs) => {
    const outcome = await simulate({ ...usual, perSecond: 3, lastsMs: [lastMs, lastMs] });
    expect(outcome.tookMs / (200_000 + lastMs)).toBeLessThan(1.15);
    expect(outcome.refusals).toBeLessThan(20);
  });

  it('by a rate whose 429s say nothing of how long to wait', async () => {
    const lasts = { lastsMs: [60_000, 60_000], retryAfterMs: undefined } as const;
    expect((await tookMs({ ...lasts, perSecond: 3 })) / 260_000).toBeLessThan(1.15);
  });

  it.each([4, 10, 30, 100, 300])('by both, where an answer takes %i ms', async (answersMs) => {
    for (const cap of [25, 10_000])
      expect((await tookMs({ perSecond: 3, cap, answersMs })) / 206_000).toBeLessThan(1.15);
  });

  it.each([1, 2, 6, 30, 100, 300])('after one 429 that came of neither, to submit %i', async (stray) => {
    expect((await tookMs({ strays: [stray] })) / (await tookMs({}))).toBeLessThan(1.15);
  });

  it.each([8_000, 60_000])('after one that asks for %i ms, but for that time', async (retryAfterMs) => {
    expect((await tookMs({ strays: [2], retryAfterMs })) / ((await tookMs({})) + retryAfterMs)).toBeLessThan(
      1.15,
    );
  });

  it.each([
    [2, 6],
    [2, 8],
    [20, 50],
  ])('or wait for a minute at most after two, to submits %i and %i', async (...strays) => {
    expect((await tookMs({ strays })) - (await tookMs({}))).toBeLessThan(65_000);
  });

  it.each([{ strays: [100, 101, 102, 103, 104, 105] }, { shutMs: [3_000, 13_000] as const }])(
    'or wait for two minutes at most after many, as of %j',
    async (refused) => {
      expect((await tookMs(refused)) - (await tookMs({}))).toBeLessThan(120_000);
    },
  );

  it.each([1_000, 10_000, undefined])(
    'or half as long again by 180 in each minute of its clock, where a 429 asks for %s ms',
    async (retryAfterMs) => {
      const outcome = await simulate({ ...usual, perMinute: 180, retryAfterMs });
      expect(outcome.tookMs / 192_000).toBeLessThan(1.5);
      expect(outcome.refusals).toBeLessThan(30);
    },
  );

  it('by a cap that is cut from 40 to 10 midway', async () => {
    const needsMs = idealMs(300, 40) + idealMs(300, 10);
    for (const retryAfterMs of [1_000, 8_000])
      expect((await tookMs({ cap: 40, later: { cap: 10, jobs: 300 }, retryAfterMs })) / needsMs).toBeLessThan(
        1.15,
      );
  });

  it('by a cap that is raised from 10 to 40 midway', async () => {
    const needsMs = idealMs(300, 40) + idealMs(300, 10);
    expect((await tookMs({ cap: 10, later: { cap: 40, jobs: 300 } })) / needsMs).toBeLessThan(1.5);
  });
});

it('60 lines of 6 s are rendered at once after one 429 to the second submit', async () => {
  const outcome = await simulate({ ...usual, lines: 60, strays: [2] });
  expect(outcome.mostInFlight).toBe(60);
  expect(outcome).toMatchObject({ refusals: 1 });
});

describe('an account that bears 25', () => {
  it.each([7, 11])(
    'renders 2,000 videos in 1.05 of the ideal time, with 429s to less than 2 %% (seed %i)',
    async (seed) => {
      const videos = { lastsMs: [60_000, 300_000], retryAfterMs: 10_000, looksMs: 5_000 } as const;
      const { overIdeal, refusals } = await simulate({ ...usual, ...videos, lines: 2_000, cap: 25, seed });
      expect(overIdeal).toBeLessThan(1.05);
      expect(refusals).toBeLessThan(40);
    },
  );

  it('renders 5,000 pictures in 1.15 of the ideal time, each of which is seen late', async () => {
    const pictures = { lastsMs: [5_000, 20_000], retryAfterMs: 5_000, looksMs: 2_000 } as const;
    const { overIdeal, refusals } = await simulate({ ...usual, ...pictures, lines: 5_000, cap: 25 });
    expect(overIdeal).toBeLessThan(1.15);
    expect(refusals).toBeLessThan(100);
  });
});
