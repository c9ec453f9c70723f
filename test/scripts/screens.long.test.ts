import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

it('a picture that does not exist is refused by its name, with those that do', async () => {
  const taken = promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/screens.ts', 'jbos'], {
    cwd: root,
  });
  await expect(taken).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no picture is named jbos; there are .*jobs/),
  });
});
