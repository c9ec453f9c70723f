import { describe, expect, it } from 'vitest';
import { linkOf, withFilm } from './fixtures/chains.ts';
import { documentOf, jobsIn } from './fixtures/manifest.ts';

const clip = { duration: 4 };
const hero = { id: 'hero', model: 'vendor-a/image-1', prompt: 'a red fox' };
/** Each but the first begins with the last frame of the one before. */
const film = [
  { id: 's1', prompt: 'one', ...clip },
  { id: 's2', prompt: 'two', first_frame: '@s1.last_frame', ...clip },
  { id: 's3', prompt: 'three', first_frame: '@s2.last_frame', ...clip },
];

describe('a word for another line', () => {
  it.each([
    [
      'names none',
      [{ id: 'a', prompt: 'a', first_frame: '@nobody' }],
      /it depends on nobody, which does not exist/,
    ],
    [
      'is a clip for a picture',
      [film[0], { ...film[1], first_frame: '@s1' }],
      /"first_frame": "@s1\.last_frame"/,
    ],
    [
      'is a picture for a clip',
      [hero, { id: 'a', prompt: 'a', ref_video: '@hero' }],
      /@hero, which makes pictures/,
    ],
    [
      'is the last frame of a picture',
      [hero, { id: 'a', prompt: 'a', first_frame: '@hero.last_frame' }],
      /no last frame/,
    ],
    ['is a sound', [film[0], { id: 'a', prompt: 'a', ref_audio: '@s1' }], /No job makes a sound alone/],
    [
      'is no draft',
      [film[0], { id: 'a', command: 'finalize', draft: '@s1' }],
      /draft is @s1, which makes no draft/,
    ],
  ])('is at fault where it %s', async (_, lines, says) => {
    const { batch, home } = withFilm(lines.map((line) => ({ ...line })));
    const { code, stderr } = await batch();
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
    expect(jobsIn(home)).toBe(0);
  });

  it('names the line that is bad, however many wait for each other behind it', async () => {
    const { batch } = withFilm([
      { id: 's1', prompt: 'one', duration: 400 },
      { id: 's2', prompt: 'two', ref_video: '@s1', ...clip },
      { id: 's3', prompt: 'three', ref_video: '@s2', ...clip },
      { id: 's4', prompt: 'four', ref_video: '@s3', ...clip },
    ]);
    const { stderr } = await batch('--dry-run');
    expect(stderr).toContain("it depends on s1, which can't be sent: That line has an error (fix s1 first)");
    expect(stderr).toContain(
      "it depends on s2, which can't be sent: That line depends on s1, which has an error (fix s1 first)",
    );
    expect(stderr).toContain(
      "it depends on s3, which can't be sent: That line depends on s1, which has an error (fix s1 first)",
    );
  });

  it('may name a job of this machine, as long as that succeeded', async () => {
    const { batch, home, run, write } = withFilm([]);
    const submit = async (prompt: string): Promise<string> =>
      (await run(['submit', prompt, '-m', 'vendor-a/image-1', '-w', '-q', '--sandbox'])).stdout.trim();
    const id = await submit('a red fox');
    write([{ id: 'a', prompt: 'a', first_frame: `@${id}`, ...clip }]);
    const ended = await batch();
    expect(ended.code, ended.stderr).toBe(0);
    expect(linkOf(home, 'a', 'first_frame')).toContain(id);
    await submit('sandbox:provider_failed a fox');
    const failed = (await run(['jobs', '--status', 'failed', '-q'])).stdout.trim();
    write([{ id: 'b', prompt: 'b', first_frame: `@${failed}`, ...clip }]);
    const refused = documentOf(await batch('--dry-run', '--json'));
    expect(refused).toMatchObject({ lines: [{ error: { code: 'parent_unusable' } }] });
  });
});
