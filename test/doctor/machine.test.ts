import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import { homeCheck } from '../../src/doctor/machine.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it.runIf(process.platform !== 'win32').each([
  [0o755, 'mode 755'],
  [0o701, 'mode 701'],
])('a home that others may read is told with its mode: %o', async (mode, says) => {
  const folder = temporaryFolder('genctl-');
  chmodSync(folder, mode);
  expect(await homeCheck({ home: async () => folder, clock: { nowMs: Date.now } })).toMatchObject({
    status: 'warn',
    message: expect.stringContaining(`(${says})`),
  });
});
