import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const picture = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000001400000014008020000009d0a55180000', 'hex'),
  Buffer.alloc(200_000, 'aB3+'),
]);
const secret = /topsecret|sig=|u:p@/;

const clip = [
  'submit',
  'as in https://a.example/mood?sig=topsecret please',
  '-m',
  'vendor-b/video-2.5',
  '--duration',
  '4',
  '--resolution',
  '480p',
  '--callback-url',
  'https://hooks.example/T0/topsecret?sig=1',
  '--ref-image',
  'https://open.example/one.png',
  '--ref-image',
  'https://u:p@closed.example/two.png?sig=topsecret',
  '-D',
  'out',
  '--sandbox',
  '-q',
];

/** A clip and its sidecar, made on one machine; the sidecar's path, and the request that was sent. */
async function madeHere() {
  const here = newHome();
  const ended = await here.run(clip);
  expect(ended.code, ended.stderr).toBe(0);
  const path = `${ended.stdout.trim()}.json`;
  const shown = await here.run(['show', '@last', '--json']);
  return {
    ...here,
    path,
    request: (JSON.parse(shown.stdout) as { request: { input: { content: object[] } } }).request,
  };
}

const bodyOf = (stdout: string) => (JSON.parse(stdout) as { body: unknown }).body;

describe('the JSON beside a download', () => {
  it('holds neither callback paths nor signatures nor names in links, and says what it lacks', async () => {
    const { path } = await madeHere();
    const text = readFileSync(path, 'utf8');
    expect(text).not.toMatch(secret);
    expect(JSON.parse(text)).toMatchObject({
      left_out: ['input.content[0].text', 'input.content[2].image_url.url', 'callback_url'],
      request: { input: { content: [{}, { image_url: { url: 'https://open.example/one.png' } }, {}] } },
    });
  });

  it('elsewhere is refused by what it lacks, naming the flags, and nothing is sent', async () => {
    const { path } = await madeHere();
    const { run } = newHome();
    const refused = await run(['rerun', path, '--sandbox', '--json']);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    const error = errorOf(refused);
    expect(error.code).toBe('sidecar_lacks');
    expect(`${error.message}`).toContain('3 parts');
    for (const flag of ['--prompt', '--ref-image', '--callback-url']) expect(error.hint).toContain(flag);
    const some = await run(['rerun', path, '--sandbox', '--json', '--callback-url', 'https://h.example/x']);
    expect(some.code).toBe(2);
    expect(errorOf(some).hint).not.toContain('--callback-url');
    expect((await run(['jobs', '-q'])).stdout).toBe('');
    expect((await run(['compose', '--from', path, '--sandbox'])).code).toBe(2);
  });

  it('is no body to submit: what it lacks is told, and nothing is sent', async () => {
    const { path, run } = await madeHere();
    const { request } = JSON.parse(readFileSync(path, 'utf8')) as { request: object };
    const words = ['submit', '--body', JSON.stringify(request), '--sandbox', '--json'];
    const refused = await run(words);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'left_out']);
    expect(errorOf(refused).hint).toContain('genctl rerun');
    expect((await run(['jobs', '-q'])).stdout.trim().split('\n')).toHaveLength(1);
  });

  it('elsewhere goes with flags for what it lacks, each reference in its place', async () => {
    const { path, request } = await madeHere();
    const { run } = newHome();
    const flags = [
      '-p',
      'a fox',
      '--callback-url',
      'https://h.example/x',
      '--ref-image',
      'https://b.example/2.png',
    ];
    const ended = await run(['rerun', path, ...flags, '--sandbox', '--dry-run', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    const [, one, two] = request.input.content;
    expect(bodyOf(ended.stdout)).toMatchObject({
      callback_url: 'https://h.example/x',
      input: {
        content: [
          { type: 'text', text: 'a fox' },
          one,
          { ...two, image_url: { url: 'https://b.example/2.png' } },
        ],
      },
    });
    const sent = await run(['rerun', path, ...flags, '--sandbox', '-w', '--json']);
    expect(sent.code, sent.stderr).toBe(0);
  });

  it('holds no pictures: the ledger puts them back, or a file that is given', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'hero.png'), picture);
    const words = [
      'submit',
      'walks',
      '-m',
      'spicy/video-2-5',
      '--duration',
      '4',
      '--first-frame',
      'hero.png',
    ];
    const made = await run([...words, '--no-probe', '-D', 'out', '--sandbox', '--json']);
    expect(made.code, made.stderr).toBe(0);
    const { request } = JSON.parse(made.stdout) as { request: unknown };
    const name = readdirSync(join(home, 'out')).find((one) => one.endsWith('.json')) ?? '';
    const path = join(home, 'out', name);
    expect(statSync(path).size).toBeLessThan(4000);
    expect(readFileSync(path, 'utf8')).toContain(`bytes=${picture.length}`);
    expect(bodyOf((await run(['rerun', path, '--dry-run', '--json'])).stdout)).toEqual(request);
    const there = newHome();
    writeFileSync(join(there.home, 'hero.png'), picture);
    const refused = await there.run(['rerun', path, '--sandbox', '--json']);
    expect([refused.code, errorOf(refused).hint]).toEqual([2, expect.stringContaining('--first-frame')]);
    const given = ['--first-frame', 'hero.png', '--no-probe', '--dry-run'];
    const again = await there.run(['rerun', path, ...given, '--sandbox', '--json']);
    expect(again.code, again.stderr).toBe(0);
    expect(bodyOf(again.stdout)).toEqual(request);
  });
});
