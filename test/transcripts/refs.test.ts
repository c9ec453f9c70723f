import { describe, expect, it } from 'vitest';
import { type Ended, newHome } from './genctl.ts';

const jobOf = ({ stdout }: Ended) => JSON.parse(stdout) as { id: string; route: string; status: string };
const picture = (name: string) => ['--ref-image', `https://example.com/${name}.png`];
const movie = (name: string) => ['--ref-video', `https://example.com/${name}.mp4`];
const sound = (name: string) => ['--ref-audio', `https://example.com/${name}.mp3`];
const refs = ['refs', 'they meet', '--sandbox'];
const tier25 = ['-m', 'spicy/video-2-5'];

describe('refs', () => {
  it('prepares the first three pictures and clips in order, and says which', async () => {
    const { run } = newHome();
    const words = [
      ...picture('a'),
      ...sound('voice'),
      ...movie('b'),
      ...picture('c'),
      ...picture('d'),
      ...movie('e'),
    ];
    const ended = await run([...refs, ...tier25, ...words, '-w']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(jobOf(await run(['show', '@last', '--json']))).toMatchObject({
      route: 'refs',
      status: 'succeeded',
    });
    expect(ended.stderr.split('\n').filter((line) => line.includes(' = '))).toEqual([
      'image 1 = a.png (prepared)',
      'audio 1 = voice.mp3 (passed on as it is)',
      'clip 2 = b.mp4 (prepared)',
      'image 3 = c.png (prepared)',
      'image 4 = d.png (passed on as it is)',
      'clip 5 = e.mp4 (passed on as it is)',
    ]);
  });

  it.each<[words: string[], mend: string]>([
    [[], '--ref-image FILE'],
    [sound('a'), '--ref-image FILE'],
    [['--first-frame', 'https://example.com/f.png'], 'submit … --route spicy'],
  ])('without a reference, but with %j, suggests %s', async (words, mend) => {
    const refused = await newHome().run([...refs, ...tier25, ...words]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(mend)]);
  });

  it('repeats a 503, which made no job, and gives up on one that lasts', async () => {
    const { run } = newHome();
    const prompt = (scenario: string) => [
      'refs',
      `sandbox:${scenario} they meet`,
      ...tier25,
      ...picture('a'),
    ];
    const once = await run([...prompt('preparation_busy_once'), '-w', '--sandbox']);
    expect(once.code, once.stderr).toBe(0);
    expect(once.stderr).toContain('503');
    expect((await run(['jobs', '-q'])).stdout.trim().split('\n')).toHaveLength(1);
  });
});
