import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

const jobOf = ({ stdout }: Ended) => JSON.parse(stdout) as { id: string; route: string; status: string };
const picture = (name: string) => ['--ref-image', `https://example.com/${name}.png`];
const movie = (name: string) => ['--ref-video', `https://example.com/${name}.mp4`];
const sound = (name: string) => ['--ref-audio', `https://example.com/${name}.mp3`];
const refs = ['refs', 'they meet', '--sandbox'];
const tier25 = ['-m', 'spicy/video-2-5'];
const line20 = ['-m', 'vendor-b/video-2.0'];

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

  const four = (one: (name: string) => string[]) => ['a', 'b', 'c', 'd'].flatMap(one);
  it.each<[rule: string, words: string[], names: string | RegExp]>([
    ['another model', ['-m', 'vendor-a/video-1', ...picture('a')], 'vendor-a/video-1'],
    ['a fourth clip on the 2.0 line', [...line20, ...four(movie)], '4 reference videos'],
    ['a fourth sound on the 2.0 line', [...line20, ...picture('a'), ...four(sound)], '4 reference audio'],
    ['sound alone', [...tier25, ...sound('a')], /reference|--ref-image/],
    ['no reference', tier25, /reference|--ref-image/],
    [
      'a frame beside references',
      [...tier25, ...picture('a'), '--first-frame', 'https://example.com/f.png'],
      /first.frame/,
    ],
    ['http among the first three', [...tier25, '--ref-image', 'http://example.com/a.png'], 'https'],
    ['base64', [...tier25, ...picture('a'), '--ref-audio', 'data:audio/mpeg;base64,AAAA'], 'base64'],
  ])('%s is refused before anything is sent, and by the service where it is', async (_, words, names) => {
    const { run } = newHome();
    const refused = await run([...refs, ...words, '--json']);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(names);
    const sent = await run([...refs, ...words, '--no-preflight', '--json']);
    expect(sent.code, sent.stderr).toBe(10);
    expect(errorOf(sent).why).toMatch(names);
  });

  it.each<[words: string[], mend: string]>([
    [[], '--ref-image FILE'],
    [sound('a'), '--ref-image FILE'],
    [['--first-frame', 'https://example.com/f.png'], 'submit … --route spicy'],
  ])('without a reference, but with %j, suggests %s', async (words, mend) => {
    const refused = await newHome().run([...refs, ...tier25, ...words]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(mend)]);
  });

  it('takes a fourth picture on the 2.0 line, and http past the third', async () => {
    const { run } = newHome();
    const words = [...line20, ...four(picture), '--ref-image', 'http://example.com/e.png'];
    const ended = await run([...refs, ...words, '-w', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
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

  it('names the reference that could not be downloaded, and the content that is sensitive elsewhere', async () => {
    const { run } = newHome();
    const gone = [
      'refs',
      'sandbox:unreachable_reference they meet',
      ...tier25,
      ...picture('a'),
      '--sandbox',
      '--json',
    ];
    const unreachable = await run(gone);
    expect([unreachable.code, unreachable.stdout]).toEqual([10, '']);
    expect(errorOf(unreachable).why).toMatch(/reference image 1 .*404/);
    const sensitive = [
      'submit',
      'sandbox:sensitive_content they meet',
      ...tier25,
      ...picture('a'),
      '--sandbox',
      '--json',
    ];
    const refused = await run(sensitive);
    expect(refused.code).toBe(10);
    expect(refused.stderr).toContain('content[1]');
    expect(refused.stderr).not.toMatch(/refs|--api|--route/);
    const taken = await run(['refs', ...sensitive.slice(1)]);
    expect(taken.code, taken.stderr).toBe(0);
  });
});
