import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { clip } from '../request/references/fixtures/media-files.ts';
import { callsOf } from '../stores/store-bench.ts';
import { clipBench, place } from './fixtures/stored-clips.ts';
import { errorOf } from './genctl.ts';

/** A real clip of 1 s, 640 × 640, without sound. */
let film: Buffer;
beforeAll(async () => {
  film = Buffer.from(await clip(1, 640, 640));
});

const asAsked = ['--no-preflight', '--set', 'duration=1', '--set', 'ratio=1:1'];
const wrong = ['--no-preflight', '--set', 'duration=5', '--set', 'ratio=16:9'];

function leftIn(home: string): string[] {
  const spool = join(home, 'genctl', 'spool');
  return existsSync(spool) ? readdirSync(spool) : [];
}

describe('--verify of files in a bucket', () => {
  it('reads them back, and notes that they are as they were asked for', async () => {
    const { fetch, home, store } = await clipBench(film);
    const ended = await fetch([...asAsked, '--verify', '--strict']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout).outputs).toMatchObject([
      { path: 's3://shots/film/fox.mp4', findings: [] },
    ]);
    expect(callsOf(store, 'GET object')).toContain('film/fox.mp4');
    expect(leftIn(home)).toEqual([]);
  });

  it('tells what differs under their URIs, and fails with --strict', async () => {
    const { account, fetch, home, run } = await clipBench(film);
    const ended = await fetch([...wrong, '--verify', '--strict']);
    expect(errorOf(ended)).toMatchObject({ code: 'not_as_asked' });
    expect(ended.code).toBe(14);
    expect(ended.stderr).toContain('s3://shots/film/fox.mp4: it is 1 s long; 5 s was asked for');
    const again = await run(['download', '@last', ...place, '--name', 'fox.{ext}', '--verify', '--strict'], {
      env: { ...account },
    });
    expect(again.code, again.stderr).toBe(14);
    expect(leftIn(home)).toEqual([]);
  });

  it('reads again what breaks midway, and says so of what never comes whole', async () => {
    let broken = 1;
    const { account, fetch, home, run } = await clipBench(film, {
      fault: ({ key, what }) =>
        what === 'GET object' && key === 'film/fox.mp4' && broken-- > 0 ? 'cut before' : undefined,
    });
    expect((await fetch([...asAsked, '--verify'])).code).toBe(0);
    broken = Number.POSITIVE_INFINITY;
    const ended = await run(['download', '@last', ...place, '--name', 'fox.{ext}', '--verify', '--json'], {
      env: { ...account },
    });
    expect(ended.code).toBe(14);
    expect(errorOf(ended)).toMatchObject({
      code: 'file_unreadable',
      message: expect.stringContaining('s3://shots/film/fox.mp4'),
    });
    expect(leftIn(home)).toEqual([]);
  });
});
