import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { picture, shownBy, studio } from './fixtures/gallery-studio.ts';
import { errorOf } from './genctl.ts';

describe('genctl gallery', () => {
  it('writes a page beside the files of the newest jobs, and prints where it is', async () => {
    const { home, itemsOf, page, run } = studio();
    await run(picture('a fox', '-D', 'out'));
    await run(picture('not fetched', '-w'));
    const ended = await run(['gallery']);
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([0, `${page}\n`, '1 file\n']);
    const { shown, text } = itemsOf(page);
    expect(shown.items).toHaveLength(1);
    expect(shown.items[0]).toMatchObject({
      prompt: 'a fox',
      link: expect.stringMatching(/^a-fox-\w{8}-1\.png$/),
    });
    // It may be handed on with its files: it says nothing of where they lie on this machine.
    expect(text).not.toContain(home);
  });

  it('is run again on its own page, and never writes over another file', async () => {
    const { page, run } = studio();
    await run(picture('a fox', '-D', 'out'));
    await run(['gallery', 'out']);
    await run(picture('a tram', '-D', 'out'));
    expect((await run(['gallery', 'out'])).stderr).toBe('2 files, the earlier page is replaced\n');
    writeFileSync(page, 'my own page');
    const refused = await run(['gallery', 'out', '--json']);
    expect([refused.code, errorOf(refused).code, readFileSync(page, 'utf8')]).toEqual([
      2,
      'page_exists',
      'my own page',
    ]);
    expect((await run(['gallery', 'out', '--overwrite'])).code).toBe(0);
    expect(readFileSync(page, 'utf8')).toContain('<title>Gallery</title>');
  });

  it('shows jobs by their ids, with the command that brings what is not here', async () => {
    const { gallery, home, run } = studio();
    await run(picture('fetched', '-D', 'out'));
    const id = (await run(picture('not fetched', '-w'))).stdout.trim();
    await run(['submit', 'sandbox:provider_failed', '-m', 'vendor-a/image-1', '--sandbox', '-q', '-w']);
    const going = (await run(picture('on its way'))).stdout.trim();
    const { items, path } = await gallery('@4', id, '@2', going, '-o', 'page.html');
    expect(path).toBe(join(home, 'page.html'));
    expect(items.map(({ link }) => link?.split('/')[0] ?? null)).toEqual(['out', null, null, null]);
    expect(items.map(({ missing }) => missing)).toEqual([
      null,
      `genctl download ${id}`,
      null,
      `genctl wait ${going} --download`,
    ]);
    expect(items[2]).toMatchObject({ status: 'failed', output: null, path: null });
    expect(items.map(({ next }) => next?.command ?? null)).toEqual(['rerun', 'rerun', 'rerun', null]);
    const piped = await run(['gallery', '-', '--json'], { stdin: `${id}\n` });
    expect(shownBy(piped).items.map(({ job_id }) => job_id)).toEqual([id]);
  });

  it('knows drafts from finals, what follows each, and what that costs by what finals cost here', async () => {
    const { gallery, run } = studio();
    const draft = ['draft', 'a fox', '--duration', '4', '-D', 'out', '-q', '--sandbox'];
    await run([...draft, '--takes', '2', '--seed', '7']);
    const first = await gallery('out');
    expect(first.items.map(({ step, next }) => [step, next?.command, next?.cost_usd])).toEqual([
      ['draft', 'finalize', 0.4],
      ['draft', 'finalize', 0.4],
    ]);
    expect(first.items.map(({ seed }) => seed).sort()).toEqual([7, 8]);
    const final = JSON.parse((await run(['finalize', '@last', '-D', 'out', '--json'])).stdout) as {
      cost_usd: number;
    };
    const { items } = await gallery('out');
    expect(items[0]).toMatchObject({ step: 'final', prompt: 'a fox', next: { command: 'rerun' } });
    expect(items.slice(1).map(({ next }) => next?.cost_usd)).toEqual([final.cost_usd, final.cost_usd]);
  });

  it('writes no page of jobs without a file here, and leaves an earlier one', async () => {
    const { gallery, home, run } = studio();
    await run(picture('a fox', '-D', 'out'));
    const { path } = await gallery('out');
    await run(picture('sandbox:canceled a fox', '--wait'));
    await run(picture('a hen', '--wait'));
    const before = readFileSync(path ?? '', 'utf8');
    for (const id of ['@last', '@2']) {
      const ended = await run(['gallery', id, '-o', path ?? '']);
      expect([ended.code, ended.stdout], ended.stderr).toEqual([0, '']);
      expect(ended.stderr).toContain('There is no file to show, so no page was written.\n  genctl ');
    }
    expect((await run(['gallery', '@last'])).stderr).toContain('  genctl download job_');
    expect(readFileSync(path ?? '', 'utf8')).toBe(before);
    expect(readdirSync(home)).not.toContain('gallery.html');
  });

  it('shows a batch, in the order of its lines', async () => {
    const { gallery, home, run } = studio();
    const lines = ['s10', 's9'].map((id) =>
      JSON.stringify({ id, prompt: `a fox ${id}`, 'set.size': '96x64' }),
    );
    writeFileSync(join(home, 'shots.jsonl'), lines.join('\n'));
    await run(['batch', 'shots.jsonl', '-m', 'vendor-a/image-1', '-D', 'out', '--sandbox']);
    await run(picture('of no batch', '-D', 'out'));
    expect((await gallery('--batch', 'shots')).items.map(({ shot }) => shot)).toEqual(['s10', 's9']);
    expect((await gallery('out', '--batch', 'shots')).items.map(({ batch }) => batch)).toEqual([
      'shots',
      'shots',
    ]);
    expect((await gallery('out')).items).toHaveLength(3);
  });
});
