import { expect, it } from 'vitest';
import { inOrder } from '../../../src/batch/run/in-order.ts';

async function* numbers(count: number) {
  for (let number = 0; number < count; number += 1) yield number;
}

it('works on a few at a time, and yields in the order of the items', async () => {
  let underWay = 0;
  let most = 0;
  const results: number[] = [];
  for await (const result of inOrder(numbers(20), 4, async (number) => {
    underWay += 1;
    most = Math.max(most, underWay);
    for (let turn = 0; turn < 5 - (number % 5); turn += 1) await Promise.resolve();
    underWay -= 1;
    return number * 2;
  }))
    results.push(result);
  expect(results).toEqual(Array.from({ length: 20 }, (_, number) => number * 2));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

it('a failure comes in its turn, once nothing is under way', async () => {
  const seen: number[] = [];
  const all = async (): Promise<void> => {
    for await (const result of inOrder(numbers(9), 3, async (number) => {
      if (number === 4) throw new Error('four');
      return number;
    }))
      seen.push(result);
  };
  await expect(all()).rejects.toThrow('four');
  expect(seen).toEqual([0, 1, 2, 3]);
});
