import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFilm } from './fixtures/chains.ts';
import { bodiesIn, documentOf, jobsIn } from './fixtures/manifest.ts';
import { errorOf, newHome } from './genctl.ts';

/** A PNG of one pixel, with a tail that makes it a picture of its own. */
const png = (tail: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.from(tail),
  ]);

/** Three pictures and a project file whose cast has two of them. */
function addCast(home: string): void {
  mkdirSync(join(home, 'art'));
  for (const name of ['fox', 'side', 'owl']) writeFileSync(join(home, 'art', `${name}.png`), png(name));
  const cast = { fox: ['art/fox.png', 'art/side.png'] };
  writeFileSync(join(home, '.genctl.json'), JSON.stringify({ cast }));
}

function studio() {
  const { home, run } = newHome();
  addCast(home);
  return { home, run };
}

const submit = ['submit', '-m', 'vendor-b/video-2.5', '--sandbox'];
const paths = (home: string, ...names: string[]) => names.map((name) => join(home, 'art', name));

describe('a cast', () => {
  it('is kept by settings and project file, and listed with where it comes from', async () => {
    const { home, run } = studio();
    const art = { cwd: join(home, 'art') };
    expect((await run(['config', 'set', 'cast.owl', 'owl.png'], art)).code).toBe(0);
    expect((await run(['config', 'set', 'cast.fox', '["owl.png","side.png"]'], art)).code).toBe(0);
    const owl = paths(home, 'owl.png');
    expect((await run(['config', 'get', 'cast.owl'])).stdout).toBe(`${JSON.stringify(owl)}\n`);
    const { items } = documentOf(await run(['config', 'list', '--json'])) as { items: { name: string }[] };
    expect(items.filter(({ name }) => name.startsWith('cast.'))).toMatchObject([
      { name: 'cast.owl', value: owl, origin: join(home, 'genctl', 'config.json') },
      { name: 'cast.fox', value: paths(home, 'fox.png', 'side.png'), origin: join(home, '.genctl.json') },
    ]);
    expect((await run(['config', 'unset', 'cast.owl'])).code).toBe(0);
    expect((await run(['config', 'get', 'cast.owl'])).stdout).toBe('\n');
    const gone = await run(['config', 'set', 'cast.gone', 'gone.png'], art);
    expect(gone).toMatchObject({ code: 0, stdout: '' });
    expect(gone.stderr).toContain(
      `cast.gone is set, but there is no file ${join(home, 'art', 'gone.png')} yet`,
    );
    const odd = await run(['config', 'set', 'cast.a.b', 'owl.png', '--json']);
    expect([odd.code, errorOf(odd).code]).toEqual([2, 'unknown_setting']);
  });

  it('takes the places of its files in a request, from whatever folder it is sent', async () => {
    const { home, run } = studio();
    const words = ['{fox} meet image 1', '--ref-image', 'owl.png', '--ref-image', '@fox'];
    const sent = await run([...submit, ...words], { cwd: join(home, 'art') });
    expect(sent.code, sent.stderr).toBe(0);
    expect(sent.stderr).toContain('image 1 = owl.png\nimage 2 = fox.png\nimage 3 = side.png\n');
    expect(JSON.stringify(bodiesIn(home))).toContain('images 2 and 3 meet image 1');
    const curl = await run([...submit, '{fox}', '--ref-image', '@fox', '--dry-run', '--curl']);
    expect(curl.stdout).toContain('images 1 and 2');
  });

  it('is the same request as its plain files, and another one once a file has other bytes', async () => {
    const { home, run } = studio();
    const once = ['--once', 'wake', '-q'];
    const plain = ['--ref-image', 'art/fox.png', '--ref-image', 'art/side.png'];
    const first = await run([...submit, 'images 1 and 2 wake', ...plain, ...once]);
    const again = await run([...submit, '{fox} wake', '--ref-image', '@fox', ...once]);
    expect([again.code, again.stdout]).toEqual([0, first.stdout]);
    copyFileSync(join(home, 'art', 'owl.png'), join(home, 'art', 'side.png'));
    const changed = await run([...submit, '{fox} wake', '--ref-image', '@fox', ...once, '--json']);
    expect([changed.code, errorOf(changed).code]).toEqual([2, 'body_changed']);
    expect(jobsIn(home)).toBe(1);
  });
});

describe('a batch with a cast', () => {
  const lines = [
    { id: 's01', prompt: '{fox} wake in {place}', place: 'snow', ref_image: '@fox', duration: 4 },
    { id: 's02', prompt: 'on', ref_image: '@fox', ref_video: '@s01', duration: 4 },
    { id: 's03', prompt: 'an owl', duration: 4 },
  ];

  it('renders anew only the lines whose pictures changed, and those behind them', async () => {
    const { batch, home } = withFilm(lines);
    addCast(home);
    const first = await batch();
    expect(first.code, first.stderr).toBe(0);
    expect(JSON.stringify(bodiesIn(home))).toContain('images 1 and 2 wake in snow');
    expect((await batch()).code).toBe(0);
    expect(jobsIn(home)).toBe(3);
    copyFileSync(join(home, 'art', 'owl.png'), join(home, 'art', 'side.png'));
    const changed = await batch();
    expect(changed.code).toBe(2);
    expect(changed.stderr).toContain('ref_image.2');
    expect((await batch('--revise')).code).toBe(0);
    expect(jobsIn(home)).toBe(5);
  });
});
