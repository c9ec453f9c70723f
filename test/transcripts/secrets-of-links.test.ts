import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const plain = 'http://someone:pa55word@hooks.example.com/done?token=s3cret';
const secure = plain.replace('http:', 'https:');
const secrets = /pa55word|s3cret/;
const request = ['submit', 'fox', '-m', 'vendor-b/video-2.5', '--sandbox'];

describe('what stands in a link and gives access by itself', () => {
  const { home, run } = newHome();

  it.each<[string, string[]]>([
    ['a callback that is refused', ['--callback-url', plain]],
    ['a callback where there is none', ['--callback-url', secure, '--api', 'v1']],
    ['a callback given twice', ['--callback-url', secure, '--callback-url', plain]],
    ['a callback without a scheme', ['--callback-url', secure.replace('https://', '')]],
    ['a flag with a slip', ['--calback-url', secure]],
    ['a link without a scheme, of a flag with a slip', ['--callback', secure.replace('https://', '')]],
    ['its query alone, of a flag with a slip', ['--callback', secure.replace(/.*@/, '')]],
    ['a link that begins with its host', ['--callback', secure.replace('https:', '')]],
    ['a bucket with a user name', ['-D', 's3://someone:pa55word@hooks/x']],
    ['a field that no list has', ['--set', `webhook=${secure}`, '--strict']],
    ['a value of the wrong kind', ['--set', `duration=${secure}`]],
    ['a base URL', ['--base-url', secure]],
    ['a link of a way that takes none such', ['--ref-image', plain, '--api', 'v1', '--route', 'refs']],
    ['an endpoint', ['-D', 's3://bucket/x', '--s3-endpoint', secure]],
    ['a place of no known kind', ['-D', secure.replace('https', 'sftp')]],
    ['a proxy as a callback', ['--callback-url', secure.replace('https', 'socks5'), '--seed', 'x']],
    ['a link with an apostrophe', ['--callback-url', secure.replace('s3cret', "'s3cret'"), '--seed', 'x']],
    ['a user name with one', ['--callback-url', secure.replace('someone', "some'one"), '--seed', 'x']],
    ['a link of backslashes', ['--callback-url', secure.replaceAll('/', '\\'), '--seed', 'x']],
  ])('%s is told without it', async (_, words) => {
    for (const json of [[], ['--json']]) {
      const ended = await run([...request, ...words, ...json]);
      expect(ended.code, ended.stderr).toBe(2);
      expect(ended.stderr + ended.stdout).not.toMatch(secrets);
    }
  });

  it('is not told of a line of a manifest', async () => {
    const line = { id: 'a', prompt: 'x', model: 'vendor-b/video-2.5', callback_url: plain };
    writeFileSync(join(home, 'shots.jsonl'), `${JSON.stringify(line)}\n`);
    for (const json of [[], ['--json']]) {
      const ended = await run(['batch', 'shots.jsonl', '--sandbox', '--dry-run', ...json]);
      expect(ended.code, ended.stderr).toBe(2);
      expect(ended.stderr + ended.stdout).not.toMatch(secrets);
    }
  });

  it.each(['https', 'socks5'])('is not made part of another base URL (%s)', async (scheme) => {
    const link = secure.replace('https', scheme).replace(/\?.*/, '');
    const ended = await run(['auth', 'login', '--base-url', link], { stdin: 'key' });
    expect(ended.code, ended.stderr).toBe(2);
    expect(ended.stderr).toContain('--base-url URL');
    expect(ended.stderr).not.toMatch(secrets);
  });

  it('is not told of a file that is named by a link', async () => {
    const ended = await run(['upload', secure, '--sandbox']);
    expect(ended.code, ended.stderr).toBe(2);
    expect(ended.stderr).not.toMatch(secrets);
  });

  it('is not part of what a reference without a path is called', async () => {
    const words = ['--ref-image', 'https://someone:pa55word@pictures.example.com', '--dry-run'];
    const shown = await run([...request, ...words]);
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.stderr).toContain('image 1 = ***@pictures.example.com');
    const refused = await run([...request, ...words, '--duration', '99', '--json']);
    expect(refused.stderr + refused.stdout).not.toMatch(secrets);
  });

  it('is not shown by --verbose, nor by what is printed of a job for a person', async () => {
    const words = ['--callback-url', secure, '--ref-image', secure];
    const sent = await run([...request, ...words, '--verbose']);
    expect(sent.code, sent.stderr).toBe(0);
    const views = [sent];
    await run([...request, ...words.map((word) => word.replace('s3cret', 's3cret-2'))]);
    for (const view of [
      ['show', '@last'],
      ['show', '@2'],
      ['show', '@2', '@last', '--diff'],
      ['jobs'],
      ['status', '@last'],
    ])
      views.push(await run(view));
    for (const view of views) {
      expect(view.code, view.stderr).toBe(0);
      expect(view.stdout + view.stderr).not.toMatch(secrets);
    }
  });
});

describe('a dry run', () => {
  const { home, run } = newHome();

  it('shows a person neither secrets nor pictures, and says where they are; --json has the request as it is sent', async () => {
    const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(50_000, 7)]);
    writeFileSync(join(home, 'hero.png'), picture);
    const words = [
      'submit',
      'fox',
      '-m',
      'spicy/video-2-5',
      '--ref-image',
      'hero.png',
      '--no-probe',
      '--sandbox',
      '--dry-run',
    ];
    const shown = await run(words);
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.stdout.length).toBeLessThan(1_000);
    expect(shown.stdout).toMatch(/"data:image\/png;base64,\S*bytes=50008,sha256=[0-9a-f]{64}"/);
    expect(shown.stderr).toContain('not shown in full: content[1].image_url.url; --json prints the request');
    const whole = await run([...words, '--json']);
    expect(whole.stdout).toContain(picture.toString('base64'));
    expect((await run([...words, '--curl'])).stdout).toContain(picture.toString('base64'));
    const onTerminal = await run([...words, '--curl'], { terminal: 100 });
    expect(onTerminal.stdout).toBe('');
    expect(onTerminal.stderr).toContain('characters: too long for this screen');
  });

  it('shows the host of a callback', async () => {
    const shown = await run([...request, '--callback-url', secure, '--dry-run']);
    expect(shown.stdout).toContain('https://hooks.example.com/');
    expect(shown.stdout + shown.stderr).not.toMatch(secrets);
    const whole = await run([...request, '--callback-url', secure, '--dry-run', '--json']);
    expect(JSON.parse(whole.stdout)).toMatchObject({ body: { callback_url: secure } });
  });

  it('leaves a request without them as it is', async () => {
    const ended = await run([...request, '--dry-run']);
    expect(ended.stderr).not.toContain('not shown');
  });
});
