import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DurableWork, runAtOnce } from '../../src/files/durable-work.ts';
import { createRecordFolder } from '../../src/files/record-folder.ts';
import { createGroupRunner } from '../../src/files/run-together.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

/** Work that notes when it goes on, and asks for the names of a folder to be flushed in between. */
function* noting(notes: string[], name: string, folder: string, times: number): DurableWork<string> {
  for (let turn = 1; turn <= times; turn += 1) {
    notes.push(`${name}${turn}`);
    yield { namesIn: folder };
  }
  return name;
}

describe('work that is run together', () => {
  it('comes to the same as work that is run at once', async () => {
    const folders = [tempFolder(), tempFolder()].map((path) => createRecordFolder(join(path, 'records')));
    const run = createGroupRunner();
    for (const [way, folder] of folders.entries()) {
      const steps: DurableWork<unknown>[] = [
        folder.steps.claim('a.json', Buffer.from('first')),
        folder.steps.claim('a.json', Buffer.from('second')),
        folder.steps.write('b.json', Buffer.from('b')),
      ];
      const outcomes =
        way === 0 ? steps.map((one) => runAtOnce(one)) : await Promise.all(steps.map((one) => run(one)));
      expect(outcomes.toSorted()).toEqual(['claimed', 'exists', undefined]);
      expect(await run(folder.steps.remove('b.json'))).toBe(true);
      expect(readdirSync(folder.path)).toEqual(['a.json']);
    }
    expect(readFileSync(join(folders[1]?.path ?? '', 'a.json'), 'utf8')).toMatch(/^(first|second)$/);
  });

  it('gives one of many claimants the name, in one process', async () => {
    const folder = createRecordFolder(join(tempFolder(), 'records'));
    const run = createGroupRunner();
    const outcomes = await Promise.all(
      Array.from({ length: 150 }, (_, number) => run(folder.steps.claim('a.json', Buffer.from(`${number}`)))),
    );
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(readFileSync(join(folder.path, 'a.json'), 'utf8')).toBe(String(outcomes.indexOf('claimed')));
    expect(readdirSync(folder.path)).toEqual(['a.json']);
  });

  it('goes on step by step, all that wait for a folder at a time', async () => {
    const notes: string[] = [];
    const folder = tempFolder();
    const run = createGroupRunner();
    const ends = await Promise.all(['a', 'b', 'c'].map((name) => run(noting(notes, name, folder, 2))));
    expect(ends).toEqual(['a', 'b', 'c']);
    expect(notes).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  });

  it('hears of its own failed flush, where it asked for it, and no other does', async () => {
    const [good, bad] = [tempFolder(), join(tempFolder(), 'gone')];
    mkdirSync(bad);
    const run = createGroupRunner();
    const notes: string[] = [];
    function* tidying(): DurableWork<string> {
      try {
        rmdirSync(bad);
        yield { namesIn: bad };
        return 'flushed';
      } catch {
        return 'failed';
      }
    }
    const ends = await Promise.allSettled([
      run(tidying()),
      run(noting(notes, 'a', bad, 1)),
      run(noting([], 'b', good, 2)),
    ]);
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : 'rejected'))).toEqual([
      'failed',
      'rejected',
      'b',
    ]);
    expect(existsSync(bad)).toBe(false);
    mkdirSync(bad);
    expect(await run(noting(notes, 'c', bad, 1))).toBe('c');
  });

  it('has no more than a hundred under way, whose files are open', async () => {
    const folder = tempFolder();
    const run = createGroupRunner();
    let open = 0;
    let most = 0;
    function* holding(): DurableWork<void> {
      const descriptor = openSync(folder, 'r');
      open += 1;
      most = Math.max(most, open);
      try {
        yield { namesIn: folder };
      } finally {
        open -= 1;
        closeSync(descriptor);
      }
    }
    await Promise.all(Array.from({ length: 250 }, () => run(holding())));
    expect([most, open]).toEqual([100, 0]);
  });
});
