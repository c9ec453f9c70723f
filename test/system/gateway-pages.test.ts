import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { behindNginx } from './fixtures/between/behind-nginx.ts';
import { createTypist } from './fixtures/between/journey.ts';

/** A service behind nginx that answers each request with a page of 405 while a flag is up. */
async function behindPages() {
  const { home, runAt, sandbox } = await behindNginx({
    speed: '20',
    rules: (place) => ({
      all: {
        server: `if (-f ${join(place, 'blocked')}) { return 405; }
          sub_filter '"type":' '"untold":'; sub_filter '"content_type":' '"untold_type":';`,
        files: `default_type ""; if (-f ${join(place, 'portal')}) { return 200 "<!doctype html><title>Sign in</title>"; }`,
      },
    }),
  });
  const flag = join(home, 'blocked');
  const run = (words: readonly string[]) => runAt('all', words);
  return {
    ...{ home, run, sandbox },
    /** Types words while all is blocked. */
    async blocked(words: readonly string[]) {
      writeFileSync(flag, '');
      const ended = await run(words);
      rmSync(flag);
      return ended;
    },
    /** Types words while all is blocked until a first page was told of. */
    async unblocked(words: readonly string[]) {
      writeFileSync(flag, '');
      const ended = await runAt('all', [...words, '-v'], {
        onStderr(stderr) {
          if (existsSync(flag) && stderr.includes('< 405 ')) rmSync(flag);
        },
      });
      expect({ words, ...ended }).toMatchObject({
        words,
        code: 0,
        stderr: expect.stringContaining('< 405 '),
      });
      return ended.stdout.trim();
    },
  };
}

const clip = ['a fox', '-m', 'vendor-b/video-2.5', '--no-preflight', '-q'];
const spicy = ['a fox', '-m', 'spicy/video-2-5', '--no-preflight', '-q'];
const picture = [
  'a fox',
  '-m',
  'vendor-b/image-1',
  '--no-preflight',
  '-q',
  '--api',
  'v1',
  '--route',
  'images',
];
const byV1: Record<string, readonly string[]> = {
  tasks: ['submit', ...clip, '--api', 'v1', '--route', 'tasks'],
  spicy: ['submit', ...spicy],
  refs: ['refs', ...spicy, '--ref-image', 'https://refs.example/a.png'],
  images: ['submit', ...picture],
  'a picture at once': ['submit', ...picture, '--sync'],
};

describe('nginx with a page in the place of the service', () => {
  it('leaves the intent of each submit by v1 open, unsent again, and is waited out by all else', async () => {
    const { blocked, run, sandbox, unblocked } = await behindPages();
    for (const [name, words] of Object.entries(byV1)) {
      const ended = await blocked([...words, '-v']);
      expect({ name, ...ended }).toMatchObject({ name, code: 13, stdout: '' });
      expect(ended.stderr.match(/> POST /g)).toHaveLength(1);
      expect(ended.stderr).toContain('405 with an HTML page: 405 Not Allowed');
    }
    const succeeds = createTypist(run);
    expect(await unblocked(['models'])).toContain('vendor-b/video-2.5');
    const task = await succeeds(['submit', ...clip, '--api', 'v1', '--route', 'tasks']);
    await unblocked(['wait', task]);
    const draft = await unblocked(['draft', ...clip, '-w']);
    const [id = ''] = /job_\w+/.exec(draft) ?? [];
    await unblocked(['finalize', id, '-q', '-w']);
    const stuck = await succeeds(['submit', 'sandbox:stuck', ...clip.slice(1)]);
    expect(await unblocked(['cancel', stuck])).toContain('canceled');
    expect(sandbox.jobIds()).toHaveLength(4);
  });

  it('is no file, though the answer says nothing of what the file is', async () => {
    const { home, run } = await behindPages();
    writeFileSync(join(home, 'portal'), '');
    const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-preflight', '-D', 'out'];
    const ended = await run(submit);
    expect(ended).toMatchObject({
      code: 14,
      stdout: '',
      stderr: expect.stringContaining('It is an HTML page.'),
    });
    rmSync(join(home, 'portal'));
    await createTypist(run)(['download', '@last', '-D', 'out']);
    const files = readdirSync(join(home, 'out')).filter((name) => !/\.(json|part)$/.test(name));
    expect(files).toHaveLength(1);
  });
});
