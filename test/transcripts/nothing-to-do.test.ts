import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-q'];

describe('where there is nothing to do', () => {
  it('wait --all says so, whose jobs it looked for, and ends 0', async () => {
    const { run } = newHome();
    expect(await run(['wait', '--all'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Nothing to wait for: all jobs of this machine are finished.\n  to list all: genctl jobs\n',
    });
    await run([...picture, '--wait']);
    expect((await run(['wait', '--all', '--download'])).stderr).toContain('Nothing to wait for');
    await run(picture);
    const ofAnother = await run(['wait', '--all', '--profile', 'studio']);
    expect(ofAnother.stderr).toContain('all jobs of the account studio are finished');
    expect((await run(['wait', '--all'])).stderr).not.toContain('Nothing');
  });

  it.each([
    ['status', '@last'],
    ['download', '@last'],
    ['show', '@last'],
  ])('%s without an id asks for one', async (command, id) => {
    const ended = await newHome().run([command]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toBe(
      `✗ Name a job\n  It takes an id, the beginning of one, or @last for your newest job.\n  → genctl ${command} ${id}\n`,
    );
  });

  it('cancel without an id suggests no job that nobody named', async () => {
    expect(await newHome().run(['cancel'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: '✗ No job is named\n  It takes ids, - for ids on stdin, or --all.\n  → genctl cancel ID\n',
    });
  });
});
