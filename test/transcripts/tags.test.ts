import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'];
const clip = ['a fox', '--sandbox'];

interface Shown {
  id: string;
  tags: Record<string, string> | null;
}

/** The tags of a job, as its document has them. */
async function tagsOf(run: ReturnType<typeof newHome>['run'], id = '@last'): Promise<Shown['tags']> {
  const shown = await run(['show', id, '--json']);
  return (JSON.parse(shown.stdout) as Shown).tags;
}

describe('--tag', () => {
  it('marks a job: show, its document and the JSON beside its file have it, and no request does', async () => {
    const { run } = newHome();
    const tags = ['--tag', 'client=acme', '--tag', 'round=2'];
    const dry = await run([...picture, ...tags, '--dry-run', '--json']);
    expect(dry.stdout).not.toContain('acme');
    await run([...picture, ...tags, '-D', 'out']);
    expect(await tagsOf(run)).toEqual({ client: 'acme', round: '2' });
    expect((await run(['show', '@last'])).stdout).toMatch(/\n {2}tags +client=acme round=2\n/);
    const [path = ''] = (await run(['download', '@last', '-D', 'out', '-q'])).stdout.split('\n');
    const beside = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as Shown;
    expect(beside.tags).toEqual({ client: 'acme', round: '2' });
    await run(picture);
    expect(await tagsOf(run)).toBeNull();
  });

  it('is kept by a rerun, of a job and of the JSON beside a file; what is typed changes it', async () => {
    const { run } = newHome();
    const sent = await run([...picture, '--tag', 'client=acme', '--tag', 'round=1', '-D', 'out', '-q']);
    await run(['rerun', '@last', '-q']);
    expect(await tagsOf(run)).toEqual({ client: 'acme', round: '1' });
    await run(['rerun', `${sent.stdout.trim()}.json`, '--tag', 'round=2', '--sandbox', '-q']);
    expect(await tagsOf(run)).toEqual({ client: 'acme', round: '2' });
  });

  it('of a draft is the final’s as well, unless another is typed', async () => {
    const { run } = newHome();
    await run(['draft', ...clip, '--takes', '2', '--tag', 'client=acme', '-w', '-q']);
    expect(await tagsOf(run, '@2')).toEqual({ client: 'acme' });
    await run(['finalize', '@last', '--tag', 'round=final', '-q']);
    expect(await tagsOf(run)).toEqual({ client: 'acme', round: 'final' });
  });

  it('is of a line by its column, and goes before that of all lines and of a draft', async () => {
    const { home, run } = newHome();
    const drafted = await run(['draft', ...clip, '--tag', 'client=acme', '--tag', 'scene=1', '-w', '-q']);
    const model = 'vendor-a/image-1';
    const lines = [
      { id: 's01', prompt: 'a fox', model, tag: ['round=3', 'scene=brook'] },
      { id: 's02', prompt: 'a hare', model, 'tag.1': 'scene=wood', 'tag.2': 'a=b' },
      { id: 's03', command: 'finalize', draft: drafted.stdout.trim(), tag: 'scene=2' },
      { id: 's04', prompt: 'an owl', model },
    ];
    writeFileSync(join(home, 'shots.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
    const ended = await run(['batch', 'shots.jsonl', '--tag', 'round=2', '--sandbox']);
    expect(ended.code, ended.stderr).toBe(0);
    const listed = await run(['jobs', '--batch', 'shots', '--columns', 'shot,tags']);
    expect(listed.stdout.trim().split('\n').toSorted()).toEqual([
      's01\tround=3 scene=brook',
      's02\tround=2 scene=wood a=b',
      's03\tclient=acme scene=2 round=2',
      's04\tround=2',
    ]);
    // A mark is no part of the request: nothing is made again for another one.
    writeFileSync(join(home, 'shots.jsonl'), JSON.stringify({ ...lines[0], tag: 'scene=dune' }));
    const again = await run(['batch', 'shots.jsonl', '--sandbox']);
    expect(again.code, again.stderr).toBe(0);
    expect((await run(['jobs', '--batch', 'shots', '-q'])).stdout.trim().split('\n')).toHaveLength(4);
  });

  it('makes no other job of a name: the tags of the first stay', async () => {
    const { run } = newHome();
    const first = await run([...picture, '--once', 'fox', '--tag', 'client=acme', '-q']);
    const again = await run([...picture, '--once', 'fox', '--tag', 'client=other', '-q']);
    expect(again.stdout).toBe(first.stdout);
    expect(await tagsOf(run)).toEqual({ client: 'acme' });
  });
});
