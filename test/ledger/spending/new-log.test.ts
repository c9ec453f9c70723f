import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { opened } from '../fixtures/spending.ts';

it('an order log that was lost and made anew hides no charge, however long it has become', async () => {
  const { finish, folder, record, spent } = opened();
  for (let n = 1; n <= 30; n += 1) await record(`job_${n}`, null);
  await spent();
  rmSync(join(folder, 'done', '2025-03', 'order.log'));
  for (let n = 31; n <= 33; n += 1) await record(`job_${n}`, null);
  await finish('job_31', 1);
  expect(await spent()).toEqual([1, 1, 32]);
});
