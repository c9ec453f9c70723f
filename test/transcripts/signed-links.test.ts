import { describe, expect, it } from 'vitest';
import { presigned, signedLinks } from '../request/rules/fixtures/signed-links.ts';
import { documentOf, jobsIn } from './fixtures/manifest.ts';
import { errorOf, newHome } from './genctl.ts';

const clip = ['-m', 'vendor-b/video-2.5', '--sandbox', '--no-probe'];
const tonight = presigned('11');
const tomorrow = presigned('22');

describe('a link that was signed anew', () => {
  const submit = (link: string, ...more: string[]) => [
    'submit',
    'a fox',
    ...clip,
    '--ref-image',
    link,
    '-q',
    ...more,
  ];

  it.each([
    ['--once', (link: string) => submit(link, '--once', 'hero')],
    ['--once and --revise', (link: string) => submit(link, '--once', 'hero', '--revise')],
    ['--idempotency-key', (link: string) => submit(link, '--idempotency-key', 'order-7')],
    ['--input', (link: string) => ['submit', ...clip, '--once', 'hero', '-q', '--input', inputOf(link)]],
    [
      '--body',
      (link: string) => ['submit', ...clip.slice(2), '--once', 'hero', '-q', '--body', bodyOf(link)],
    ],
    ['--takes', (link: string) => submit(link, '--once', 'hero', '--takes', '2', '-y')],
    [
      'refs',
      (link: string) => [
        'refs',
        'a fox',
        ...['-m', 'spicy/video-2-5'],
        '--ref-image',
        link,
        '--once',
        'hero',
        '--sandbox',
        '--no-probe',
        '-q',
      ],
    ],
  ])('is no change for %s, and nothing is sent', async (_, lineOf) => {
    const { home, run } = newHome();
    const first = await run(lineOf(tonight));
    expect(first.code, first.stderr).toBe(0);
    const jobs = jobsIn(home);
    const again = await run(lineOf(tomorrow));
    expect([again.code, again.stdout], again.stderr).toEqual([0, first.stdout]);
    expect(jobsIn(home)).toBe(jobs);
  });

  it.each(signedLinks)(
    'is no change where $name signed it, and one with another version is',
    async ({ changed, query }) => {
      const { home, run } = newHome();
      const link = 'https://f.example.com/a.png?versionId=3&';
      const first = await run(submit(link + query, '--once', 'hero'));
      const again = await run(submit(link + changed, '--once', 'hero'));
      expect([again.code, again.stdout], again.stderr).toEqual([0, first.stdout]);
      const other = await run(submit(link.replace('=3', '=4') + changed, '--once', 'hero', '--json'));
      expect(other.code).toBe(2);
      expect(errorOf(other)).toMatchObject({ code: 'body_changed' });
      expect(errorOf(other).why).toContain('a.png before, a.png with another versionId now');
      expect(jobsIn(home)).toBe(1);
    },
  );

  it('of a callback is a change', async () => {
    const { run } = newHome();
    const line = (link: string) => [
      'submit',
      'a fox',
      ...clip,
      '--callback-url',
      link,
      '--once',
      'hero',
      '--json',
    ];
    await run(line(tonight));
    const again = await run(line(tomorrow));
    expect(again.code).toBe(2);
    expect(errorOf(again).why).toContain('callback_url: a.png before, a.png with another X-Amz-Credential');
  });

  it('is no difference that show --diff tells', async () => {
    const { run } = newHome();
    const ids = [];
    for (const link of [tonight, tomorrow]) ids.push((await run(submit(link))).stdout.trim());
    expect(documentOf(await run(['show', '--diff', ...ids, '--sandbox', '--json']))).toMatchObject({
      same: true,
    });
  });
});

function inputOf(link: string): string {
  return JSON.stringify({
    content: [
      { type: 'text', text: 'a fox' },
      { type: 'image_url', image_url: { url: link }, role: 'reference_image' },
    ],
  });
}

function bodyOf(link: string): string {
  return JSON.stringify({ model: 'vendor-b/video-2.5', input: JSON.parse(inputOf(link)) as unknown });
}
