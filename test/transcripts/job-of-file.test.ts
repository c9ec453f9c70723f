import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox'];
const named = (name: string) => ['-D', 'film', '--name', `${name}.{ext}`, '-q'];

/** A home with two jobs, and the ids of both, the older one first. */
async function withTwoFiles() {
  const { home, run } = newHome();
  await run([...image, ...named('fox')]);
  await run([...image, ...named('owl')]);
  const ids = (await run(['jobs', '-q'])).stdout.trim().split('\n').reverse();
  return { home, ids, run };
}

describe('a file in the place of an id', () => {
  it.each(['film/fox.png', './film/fox.png', 'film/fox.png.json'])('%s is its job', async (path) => {
    const { ids, run } = await withTwoFiles();
    const shown = await run(['show', path, '-q']);
    expect(shown, shown.stderr).toMatchObject({ code: 0, stdout: `${ids[0]}\n` });
  });

  it('is its job by the ledger where no sidecar tells, or one that is none', async () => {
    const { home, ids, run } = await withTwoFiles();
    rmSync(join(home, 'film/fox.png.json'));
    writeFileSync(join(home, 'film/owl.png.json'), '{"job_id":"job_elsewhere"}');
    expect((await run(['show', 'film/fox.png', '-q'])).stdout).toBe(`${ids[0]}\n`);
    expect((await run(['show', join(home, 'film/owl.png'), '-q'])).stdout).toBe(`${ids[1]}\n`);
  });

  it('is taken by the other commands that take jobs', async () => {
    const { home, ids, run } = await withTwoFiles();
    const words = ['film/fox.png', 'film/owl.png'];
    const listed = JSON.parse((await run(['status', ...words, '--json'])).stdout);
    expect(listed.items.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect((await run(['show', 'film/fox.png', '--open', '-q'])).stdout).toBe(
      `${join(home, 'film/fox.png')}\n`,
    );
    rmSync(join(home, 'film/owl.png'));
    expect((await run(['download', 'film/owl.png', ...named('owl')])).stdout).toBe(
      `${join(home, 'film/owl.png')}\n`,
    );
  });

  it('that nothing is known of is told as a file', async () => {
    const { run } = await withTwoFiles();
    const ended = await run(['show', 'film/bear.png', '--json']);
    expect([ended.code, errorOf(ended).message]).toEqual([11, 'genctl knows no job that made film/bear.png']);
  });
});
