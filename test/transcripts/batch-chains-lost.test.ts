import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportIn, withFilm } from './fixtures/chains.ts';
import { documentOf, jobsIn } from './fixtures/manifest.ts';

const clip = { duration: 4 };
const hero = { id: 'hero', model: 'vendor-a/image-1', prompt: 'a red fox' };

/** The only job of a home that succeeded, and its file in the ledger. */
function succeededIn(home: string): { path: string; record: { id: string } } {
  const folder = join(home, 'genctl', 'ledger', 'done');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const text = name.endsWith('.json') ? readFileSync(path, 'utf8') : '';
    if (text.includes('"succeeded"')) return { path, record: JSON.parse(text) as { id: string } };
  }
  throw new Error('no job has succeeded');
}

describe('a line that fails', () => {
  const lines = [
    { id: 's1', prompt: 'fine', ...clip },
    { id: 's2', prompt: 'sandbox:fails_twice two', ref_video: '@s1', ...clip },
    { id: 's3', prompt: 'three', ref_video: '@s2', ...clip },
    { id: 's4', prompt: 'four', ref_video: '@s3', ...clip },
  ];

  it('is rendered anew by --revise once it is corrected, which the refusal says without it', async () => {
    const { batch, home, write } = withFilm(lines);
    await batch('-D', 'out');
    const before = jobsIn(home);
    write(lines.map((line) => (line.id === 's2' ? { ...line, prompt: 'two' } : line)));
    const refused = await batch('-D', 'out');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('1 line of film.jsonl changed since it was sent; nothing was sent');
    expect(refused.stderr).toContain('2 lines wait for it.\n  → to render them as new jobs: --revise');
    expect(jobsIn(home)).toBe(before);
    expect((await batch('-D', 'out', '--revise')).code).toBe(0);
  });

  it('keeps those back that wait for it; they are told apart, and its exit is that of the run', async () => {
    const { batch, home } = withFilm(lines);
    const { code, stderr } = await batch('--report', 'report');
    expect([code, jobsIn(home)]).toEqual([5, 2]);
    expect(stderr).toContain('1 of 4 shots done: 1 failed, 2 depend on failed shots');
    expect(stderr).toContain('Not sent, because they depend on those: s3, s4');
    expect(reportIn(home).slice(2)).toMatchObject([
      { id: 's3', status: 'held', error: { code: 'parent_failed', message: 'depends on s2, which failed' } },
      { id: 's4', status: 'held', error: { message: 'depends on s3, and that on s2, which failed' } },
    ]);
    const again = await batch('--json');
    expect([again.code, jobsIn(home)]).toEqual([5, 2]);
    expect(documentOf(again)).toMatchObject({ done: 1, failed: 1, held: 2, checked: { held: 2 } });
  });

  it('lets them go on once another attempt of it succeeds', async () => {
    const { batch, home } = withFilm(lines);
    await batch();
    expect((await batch('--retry-failed')).code).toBe(5);
    const third = await batch('--retry-failed');
    expect(third.code, third.stderr).toBe(0);
    expect(jobsIn(home)).toBe(6);
    expect((await batch()).stderr).toContain('4 lines, 4 done\n');
  });

  it('has another attempt with a new link, where that of v1 is dead by then', async () => {
    const onV1 = { api: 'v1', ...clip };
    const { batch, home } = withFilm([
      { id: 's1', prompt: 'one', return_last_frame: true, ...onV1 },
      { id: 's2', prompt: 'sandbox:provider_failed two', first_frame: '@s1.last_frame', ...clip },
    ]);
    await batch();
    const tasks = 'https://api.sandbox.invalid/v1/vendor-b/contents/generations/tasks/';
    const longAgo = '2024-01-01T00:00:00.000Z';
    const { path, record } = succeededIn(home);
    writeFileSync(path, JSON.stringify({ ...record, seen_at: longAgo }));
    expect((await batch('--retry-failed', '--verbose')).stderr).toMatch(`GET ${tasks}${record.id}`);
    expect((await batch('--retry-failed', '--verbose')).stderr).toMatch(`GET ${tasks}${record.id}`);
    expect(jobsIn(home)).toBe(4);
  });

  it('is written down with them to be mended, and the manifest of that runs', async () => {
    const { batch, home, of, write } = withFilm(lines);
    await batch('--failed', 'mend.jsonl', '--report', 'report');
    const [done] = reportIn(home);
    const mended = reportIn(home, 'mend.jsonl');
    expect(mended).toMatchObject([
      { id: 's2', ref_video: `@${done?.job}` },
      { id: 's3', ref_video: '@s2', failed_because: 'parent_failed: depends on s2, which failed' },
      { id: 's4', ref_video: '@s3' },
    ]);
    write(
      mended.map((line) => ({ ...line, prompt: String(line.prompt).replace('sandbox:fails_twice ', '') })),
      'mend.jsonl',
    );
    const ended = await of('mend.jsonl', []);
    expect(ended.code, ended.stderr).toBe(0);
    expect(jobsIn(home)).toBe(5);
  });
});

describe('a line that others wait for, and that was changed', () => {
  const lines = [
    { ...hero, prompt: 'a red fox' },
    { id: 'clip', prompt: 'moving', first_frame: '@hero', ...clip },
  ];
  const changed = [{ ...hero, prompt: 'a blue fox' }, lines[1] ?? {}];

  it('is refused alone: what was made of its job stays done', async () => {
    const { batch, home, write } = withFilm(lines);
    await batch();
    write(changed);
    const refused = await batch();
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('was made with another prompt');
    expect(refused.stderr).not.toContain('Line 2');
    expect(jobsIn(home)).toBe(2);
  });

  it('with --revise is rendered anew, and so is what was made of it', async () => {
    const { batch, home, write } = withFilm(lines);
    await batch();
    write(changed);
    const revised = await batch('--revise');
    expect(revised.code, revised.stderr).toBe(0);
    expect(jobsIn(home)).toBe(4);
    expect((await batch()).stderr).toContain('2 lines, 2 done\n');
  });

  it('without --revise leaves what is made of its older job refused, naming what it takes', async () => {
    const { batch, home, write } = withFilm(lines);
    await batch();
    write(changed.slice(0, 1));
    await batch('--revise');
    write(changed);
    const refused = await batch();
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('was made with another first_frame');
    expect(jobsIn(home)).toBe(3);
  });
});

describe('the check of lines that wait for others', () => {
  it.each([[[]], [['--only', 'clip']]])(
    'ends with what ends the run at the line that they wait for: %s',
    async (words) => {
      const { batch, home, write } = withFilm([hero]);
      await batch();
      const { path } = succeededIn(home);
      rmSync(path);
      mkdirSync(path);
      write([hero, { id: 'clip', prompt: 'moving', first_frame: '@hero', ...clip }]);
      const ended = await batch('--dry-run', ...words);
      expect([ended.code, ended.stderr]).toEqual([14, expect.stringContaining("The ledger can't be read")]);
    },
  );
});

it('a SIGTERM while ffmpeg cuts a frame ends a batch, all lines counted and the line that goes on', async () => {
  const { home, run, write } = withFilm([]);
  write([
    { id: 's1', prompt: 'one', ...clip },
    { id: 's2', prompt: 'two', first_frame: '@s1.last_frame', ...clip },
    { id: 's3', prompt: 'three', first_frame: '@s2.last_frame', ...clip },
  ]);
  const bin = join(home, 'bin');
  const program = `#!/bin/sh\ncase "$*" in *-version) exit 0;; esac\nkill -TERM $PPID\nexec sleep 3600\n`;
  writeFileSync(join(bin, 'ffmpeg'), program, { mode: 0o755 });
  const words = ['batch', 'film.jsonl', '-m', 'vendor-b/video-2.5', '--sandbox'];
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}` };
  const ended = await run(words, { env, ownProcess: true });
  expect(ended.code, ended.stderr).toBe(143);
  expect(ended.stderr).toContain('shots 1/3 done, 2 not sent, took');
  expect(ended.stderr).toContain(
    `✗ Stopped by SIGTERM\n  → genctl batch film.jsonl --model vendor-b/video-2.5 --sandbox`,
  );
});
