import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-q'];

describe('where there is nothing to do', () => {
  it('wait --all says so, whose jobs it looked for, and ends 0', async () => {
    const { run } = newHome();
    expect(await run(['wait', '--all'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Nothing to wait for: no job of this machine is unfinished.\n  to list all: genctl jobs\n',
    });
    await run([...picture, '--wait']);
    expect((await run(['wait', '--all', '--download'])).stderr).toContain('Nothing to wait for');
    await run(picture);
    const ofAnother = await run(['wait', '--all', '--profile', 'studio']);
    expect(ofAnother.stderr).toContain('no job of the account studio is unfinished');
    expect((await run(['wait', '--all'])).stderr).not.toContain('Nothing');
  });

  it.each(['status', 'wait', 'cancel', 'download'])('%s - says that stdin names no job', async (command) => {
    const { run } = newHome();
    const ended = await run([command, '-'], { stdin: '\n' });
    expect(ended).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No job is named on stdin: there is nothing to do.\n',
    });
  });
});
