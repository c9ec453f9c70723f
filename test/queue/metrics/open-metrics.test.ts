import { describe, expect, it } from 'vitest';
import { askWithin } from '../../../src/queue/metrics/open-metrics.ts';
import { createFakeClock } from '../../follow/wait/fake-clock.ts';

const never = new AbortController().signal;

describe('a question to a store that may be away', () => {
  it('is given up after its time, and not asked again while it is under way', async () => {
    let asked = 0;
    let answer = (_: string): void => {};
    const ask = askWithin(
      () => {
        asked += 1;
        return new Promise<string>((resolve) => {
          answer = resolve;
        });
      },
      { clock: createFakeClock(), mostMs: 500, signal: never },
    );
    expect(await Promise.all([ask(), ask()])).toEqual([undefined, undefined]);
    const third = ask();
    answer('PONG');
    expect([await third, asked]).toEqual(['PONG', 1]);
  });

  it('that fails is no answer, and the next one is asked', async () => {
    let asked = 0;
    const ask = askWithin(
      async () => {
        asked += 1;
        if (asked === 1) throw new Error('Connection is closed.');
        return asked;
      },
      { clock: createFakeClock(), mostMs: 500, signal: never },
    );
    expect([await ask(), await ask()]).toEqual([undefined, 2]);
  });
});
