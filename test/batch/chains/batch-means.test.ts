import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { batchMeans } from '../../../src/batch/chains/batch-means.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';

const job = { base_url: 'https://api.example.com', id: 'job_1' };

async function meansIn(home: string) {
  return batchMeans({
    around: { environment: {} },
    clock: { nowMs: Date.now },
    home: async () => home,
    interruption: () => new AbortController().signal,
  } as unknown as Parameters<typeof batchMeans>[0]);
}

it('makes a file once for all that ask at once, and again where it is gone or could not be made', async () => {
  const means = await meansIn(tempFolder());
  let count = 0;
  const make = async (path: string): Promise<void> => {
    count += 1;
    if (count === 1) throw new Error('the store was away');
    writeFileSync(path, 'a frame');
  };
  await expect(means.made(job, 'last.png', make)).rejects.toThrow('the store was away');
  const [one, other] = await Promise.all([
    means.made(job, 'last.png', make),
    means.made(job, 'last.png', make),
  ]);
  expect([one, count]).toEqual([other, 2]);
  rmSync(one);
  expect(existsSync(await means.made(job, 'last.png', make))).toBe(true);
  expect(count).toBe(3);
});
