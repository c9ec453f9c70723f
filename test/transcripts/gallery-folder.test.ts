import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { picture, shownBy, studio } from './fixtures/gallery-studio.ts';
import { errorOf } from './genctl.ts';

describe('a folder of files', () => {
  it('is shown with all below it: by sidecars, by the ledger, and what neither knows', async () => {
    const { gallery, out, run } = studio();
    await run(picture('a fox', '-D', 'out'));
    await run(picture('no sidecar', '-D', 'out', '--no-sidecar', '--name', 'plain.{ext}'));
    const [file = ''] = readdirSync(out).filter((name) => /^a-fox-\w{8}-1\.png$/.test(name));
    mkdirSync(join(out, 'deep'));
    copyFileSync(join(out, file), join(out, 'deep/unknown.png'));
    writeFileSync(join(out, 'notes.txt'), 'no medium');
    writeFileSync(join(out, '.hidden.png'), '');
    const { items } = await gallery('out');
    const known = items.map(({ link, prompt, next }) => [link, prompt, next?.command ?? null]);
    expect(known).toContainEqual([file, 'a fox', 'rerun']);
    expect(known).toContainEqual(['plain.png', 'no sidecar', 'rerun']);
    expect(known).toContainEqual(['deep/unknown.png', null, null]);
    expect(known).toHaveLength(3);
  });

  it('from another machine is told by its sidecars, and made again from those', async () => {
    const { home, out, run } = studio();
    await run(picture('a fox', '-D', 'out', '--name', 'fox.{ext}'));
    const env = { GENCTL_HOME: join(home, 'elsewhere') };
    const { items } = shownBy(await run(['gallery', 'out', '--json'], { env }));
    expect(items[0]).toMatchObject({ prompt: 'a fox', next: { command: 'rerun', of: './fox.png' } });
    const again = await run(['rerun', './fox.png', '--sandbox', '-q'], { env, cwd: out });
    expect(again.code, again.stderr).toBe(0);
  });

  it('keeps what a sidecar says of a file from another file in its place', async () => {
    const { gallery, out, run } = studio();
    await run(picture('a fox', '-D', 'out', '--name', 'fox.{ext}'));
    writeFileSync(join(out, 'fox.png'), 'another');
    expect((await gallery('out')).items[0]).toMatchObject({ job_id: null, prompt: null, next: null });
  });

  it('beside another one is shown with all that is above both', async () => {
    const { home, run } = studio();
    for (const name of ['drafts', 'finals']) mkdirSync(join(home, 'work', name), { recursive: true });
    const refused = await run(['gallery', 'work/drafts', 'work/finals', '--json'], { cwd: home });
    expect(errorOf(refused)).toMatchObject({ hint: 'genctl gallery work' });
  });

  it('may have names that mean something to markup, addresses and shells', async () => {
    const { itemsOf, out, page, run } = studio();
    await run(picture('</script><img src=x onerror=alert(1)>\u202e', '-D', 'out', '--name', 'fox.{ext}'));
    const names = ["it's $(id) #1 50%.png", '"><script>alert(1)<.png', 'javascript:alert(1).png', '狐狸.png'];
    for (const name of names) copyFileSync(join(out, 'fox.png'), join(out, name));
    expect((await run(['gallery', 'out'])).code).toBe(0);
    const { shown, text } = itemsOf(page);
    expect(shown.items.map(({ link }) => decodeURIComponent(String(link))).sort()).toEqual(
      [...names, 'fox.png'].sort(),
    );
    expect(text).not.toMatch(/<img|onerror=x|\u202e|<script>alert/);
  });
});

it('a page has no more in it than a sidecar: nothing that opens a door, and for this user alone', async () => {
  const { itemsOf, page, run } = studio();
  const prompt = 'as in https://me:hush@example.com/a.png?sig=hush';
  await run(picture(prompt, '--set', 'api_token=hush', '-D', 'out', '--no-preflight'));
  expect((await run(['gallery'])).code).toBe(0);
  const { shown, text } = itemsOf(page);
  expect(shown.items[0]?.prompt).toContain('as in https://');
  expect(text).not.toContain('hush');
  expect(statSync(page).mode & 0o777).toBe(0o600);
});

describe('what genctl gallery can do nothing with', () => {
  it.each<[string[], number, string]>([
    [['job_none'], 11, 'job_not_found'],
    [['./none'], 2, 'folder_not_found'],
    [['s3://shots/film'], 2, 'folder_not_found'],
    [['out', '@last'], 2, 'excess_arguments'],
    [['@last', '--batch', 'shots'], 2, 'flag_conflict'],
    [['@last', '-o', '/proc/page.html'], 14, 'page_unwritable'],
  ])('%j ends %i, %s', async (words, code, name) => {
    const { home, run } = studio();
    await run(picture('a fox', '-D', 'out'));
    writeFileSync(join(home, 'notes.txt'), '');
    const ended = await run(['gallery', ...words, '--json']);
    expect([ended.code, errorOf(ended).code, ended.stdout]).toEqual([code, name, '']);
    expect((await run(['gallery', ...words])).stderr).toMatch(/^✗ .+\n {2}.+\n {2}→ .+\n$/);
  });

  it('is no failure: no file, no page', async () => {
    const { gallery, home, run } = studio();
    expect(await gallery()).toMatchObject({ path: null, items: [] });
    mkdirSync(join(home, 'empty'));
    const ended = await run(['gallery', 'empty']);
    expect([ended.code, ended.stdout, readdirSync(join(home, 'empty'))]).toEqual([0, '', []]);
    expect(ended.stderr).toContain('no page was written');
  });

  it('leaves out a file that is gone, and tells how to get it again', async () => {
    const { gallery, out, run } = studio();
    await run(picture('a fox', '-D', 'out'));
    rmSync(out, { recursive: true });
    const { items } = await gallery('@last', '-o', 'page.html');
    expect(items[0]).toMatchObject({
      link: null,
      path: null,
      missing: `genctl download ${items[0]?.job_id}`,
    });
    expect((await gallery()).items).toEqual([]);
  });
});

it('the policy of a page lets its own code and style run, and nothing else', async () => {
  const { itemsOf, page, run } = studio();
  await run(picture('a fox', '-D', 'out'));
  await run(['gallery']);
  const { text } = itemsOf(page);
  const hashOf = (element: string) => {
    const [, inner = ''] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(text) ?? [];
    expect(inner.length).toBeGreaterThan(1000);
    return `'sha256-${createHash('sha256').update(inner).digest('base64')}'`;
  };
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hashOf('script')}`,
    `style-src ${hashOf('style')}`,
    "img-src 'self' file:",
    "media-src 'self' file:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(text.match(/<script[ >]/g)).toHaveLength(2);
  // No attribute that is code or style, which the policy would refuse, and no address but those of the files.
  expect(text.split('<script')[0]).not.toMatch(/\son\w+=|\sstyle=|https?:/);
});
