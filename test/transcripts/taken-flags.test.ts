import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '--json'];
const link = 'https://example.com/a.png';

function bodyOf(ended: Ended): { input: Record<string, unknown> } & Record<string, unknown> {
  expect(ended.code, ended.stderr).toBe(0);
  return JSON.parse(ended.stdout).body;
}

describe('a flag that its model can not take', () => {
  const { home, run } = newHome();

  it.each([
    [['--duration', '5'], '--duration'],
    [['--no-audio'], '--no-audio'],
    [['--return-last-frame'], '--return-last-frame'],
    [['--ref-image', link], '--ref-image'],
    [['--first-frame', 'no-such-file.png'], '--first-frame'],
    [
      ['--duration', '5', '--bitrate-mode', 'high', '--last-frame', link],
      '--duration, --bitrate-mode and --last-frame',
    ],
  ])('%j is refused by name, and nothing is sent or written down', async (flags, names) => {
    const ended = await run([...picture, ...flags]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(errorOf(ended)).toMatchObject({
      code: 'flag_not_taken',
      message: `${names} can't be used with vendor-a/image-1`,
    });
    expect(errorOf(ended).why).toContain('vendor-b/video-2.5');
    expect((await run(['jobs', '--json'])).stdout).toContain('"items":[]');
  });

  it('goes by --set, and without the checks, under the name that the document has for it', async () => {
    const set = bodyOf(await run([...picture, '--set', 'duration=5', '--dry-run']));
    expect(set.input).toEqual({ prompt: 'a fox', duration: 5 });
    const unchecked = bodyOf(await run([...picture, '--duration', '5', '--no-preflight', '--dry-run']));
    expect(unchecked.input).toEqual({ prompt: 'a fox', duration: 5 });
  });

  it('is not sent under a guessed name, whatever the checks are told', async () => {
    for (const words of [
      picture,
      ['submit', 'a fox', '-m', 'vendor-b/image-1', '--api', 'v1', '--json', '--sandbox'],
    ]) {
      const ended = await run([...words, '--ref-image', link, '--no-preflight']);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(errorOf(ended).message).toContain('--ref-image');
    }
  });

  it('is left out where only the project has it as usual: nobody asked for it here', async () => {
    const usual = { duration: 5, generate_audio: false, count: 2, prompt_enhance: 'basic', ratio: '1:1' };
    writeFileSync(join(home, '.genctl.json'), JSON.stringify(usual));
    const { input, output } = bodyOf(await run([...picture, '--dry-run']));
    expect([input, output]).toEqual([{ prompt: 'a fox', ratio: '1:1' }, { count: 2 }]);
    const spicy = bodyOf(
      await run(['submit', 'a fox', '-m', 'spicy/video-2-5', '--dry-run', '--sandbox', '--json']),
    );
    expect(spicy).toMatchObject({ duration: 5, generate_audio: false });
    expect(Object.keys(spicy)).not.toEqual(expect.arrayContaining(['count']));
    const enhanced = await run([
      'submit',
      'a fox',
      '-m',
      'house/video-h3-mini',
      '--count',
      '1',
      '--dry-run',
      '--sandbox',
      '--json',
    ]);
    expect(bodyOf(enhanced)).toMatchObject({ prompt_enhance: 'basic' });
  });
});
