import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fewAtOnce } from '../../src/files/few-at-once.ts';

describe('work side by side', () => {
  it('keeps the order, and goes no further than it may at once', async () => {
    let now = 0;
    let most = 0;
    const results = await fewAtOnce([5, 1, 4, 2, 3], { most: 2, signal: undefined }, async (turns) => {
      most = Math.max(most, ++now);
      for (let left = turns; left > 0; left -= 1) await turn();
      now -= 1;
      return turns * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
    expect(await fewAtOnce([], { most: 2, signal: undefined }, async () => 1)).toEqual([]);
  });

  it('ends whole with the first failure: the rest is told to stop, waited for, and not begun', async () => {
    const seen: string[] = [];
    const work = async (name: string, signal: AbortSignal) => {
      seen.push(`${name} begins`);
      if (name === 'b') throw new Error('b failed');
      while (!signal.aborted) await turn();
      seen.push(`${name} stopped`);
      throw new Error(`${name} was stopped`);
    };
    await expect(fewAtOnce(['a', 'b', 'c'], { most: 2, signal: undefined }, work)).rejects.toThrow(
      'b failed',
    );
    expect(seen).toEqual(['a begins', 'b begins', 'a stopped']);
  });

  it('ends with the signal', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(fewAtOnce([1], { most: 2, signal }, async () => 1)).rejects.toThrow('stop');
  });
});
