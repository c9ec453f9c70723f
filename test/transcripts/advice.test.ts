import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const link = 'https://example.com/a.png';

describe('advice', () => {
  it.each([
    ['two first frames', 'a fox', ['--first-frame', link, '--first-frame', link], '2 --first-frame pictures'],
    ['a picture that is not there', 'image 2 walks', ['--ref-image', link], 'names image 2'],
    ['a store of files', 'a fox', ['--ref-image', 's3://bucket/a.png'], 'a.png is a s3: link'],
  ])(
    'on %s is told on each API, sent all the same, and a refusal with --strict',
    async (_, prompt, media, says) => {
      const { run } = newHome();
      for (const api of [[], ['--api', 'v1']]) {
        const words = ['submit', prompt, '-m', 'vendor-b/video-2.5', ...media, ...api, '--sandbox'];
        const sent = await run([...words, '-w']);
        expect([sent.code, sent.stdout === '']).toEqual([0, false]);
        expect(sent.stderr).toContain(says);
        const strict = await run([...words, '--strict', '--json']);
        expect([strict.code, strict.stdout, errorOf(strict).code]).toEqual([2, '', 'preflight']);
      }
    },
  );

  it('on a model that the list of models lacks is told with the nearest', async () => {
    const { run } = newHome();
    const words = ['submit', 'a fox', '-m', 'vendor-a/imaeg-1', '--dry-run', '--sandbox'];
    expect((await run(words)).stderr).toContain('→ -m vendor-a/image-1');
    expect((await run(words.with(3, 'vendor-a/image-1'))).stderr).toMatch(/^expected: about .*\n$/);
  });
});
