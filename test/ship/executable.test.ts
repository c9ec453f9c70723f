import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { doMainJob, type Machine, type } from './main-job.ts';
import { bareRoot, machineIn, run } from './roots.ts';

describe('the single executable, where there is nothing else', () => {
  let machine: Machine;

  beforeAll(() => {
    const folder = temporaryFolder('genctl-executable-');
    const executable = run('npx', 'tsx', 'scripts/ship/executable.ts', folder).trim();
    const root = bareRoot(executable);
    copyFileSync(executable, join(root, 'genctl'));
    machine = machineIn(root, ['/genctl']);
  });

  it('does the main job', () => doMainJob(machine));

  it('says that a queue needs npm', async () => {
    const line = ['queue', 'status', '--queue', 'redis://127.0.0.1:1', '--sandbox'];
    expect(await type(machine, line, { code: 14 })).toContain(
      'npm install --global genctl bullmq@6 ioredis@6',
    );
  });
});
