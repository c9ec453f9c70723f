import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkOf, openingIn, reportIn, withFilm } from './fixtures/chains.ts';
import { documentOf, jobsIn } from './fixtures/manifest.ts';
import { errorOf } from './genctl.ts';

const clip = { duration: 4 };
const hero = { id: 'hero', model: 'vendor-a/image-1', prompt: 'a red fox' };
/** Each but the first begins with the last frame of the one before. */
const film = [
  { id: 's1', prompt: 'one', ...clip },
  { id: 's2', prompt: 'two', first_frame: '@s1.last_frame', ...clip },
  { id: 's3', prompt: 'three', first_frame: '@s2.last_frame', ...clip },
];
const onV1 = { api: 'v1', return_last_frame: true };

describe('lines that wait for others', () => {
  it('take what those make, by the service’s own link, and run again nothing is sent', async () => {
    const { batch, home } = withFilm([
      { id: 'clip', prompt: 'moving', first_frame: '@hero', ...clip },
      hero,
      { id: 'other', prompt: 'again', ref_video: ['@clip'], ref_image: ['@hero'], ...clip },
    ]);
    const ended = await batch('-D', 'out', '--report', 'report');
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('batch film: 3 lines, 1 new, 2 waiting for others\n');
    const jobOf = (id: string): unknown => reportIn(home).find((line) => line.id === id)?.job;
    expect(linkOf(home, 'moving', 'first_frame')).toContain(`/v2/${jobOf('hero')}/1-`);
    expect(linkOf(home, 'again', 'reference_video')).toContain(`/v2/${jobOf('clip')}/1-`);
    expect(linkOf(home, 'again', 'reference_image')).toContain(`/v2/${jobOf('hero')}/1-`);
    const again = await batch('-D', 'out');
    expect(again.stderr).toContain('batch film: 3 lines, 3 done\n');
    expect([again.code, jobsIn(home)]).toEqual([0, 3]);
  });

  it('have the journal and the sidecar say which job and which bytes they were made of', async () => {
    const { batch, home } = withFilm([hero, { id: 'clip', prompt: 'moving', first_frame: '@hero', ...clip }]);
    await batch('-D', 'out', '--report', 'report');
    const [parent] = reportIn(home) as [{ job: string; files: [{ sha256: string }] }];
    const parents = [{ shot: 'hero', job: parent.job, sha256: parent.files[0].sha256 }];
    const journal = readFileSync(join(home, 'film.jsonl.film.sandbox.genctl.ndjson'), 'utf8');
    expect(journal).toContain(JSON.stringify({ parents }).slice(1, -1));
    expect(journal).not.toContain('/v2/');
    const sidecar = readFileSync(join(home, 'out', 'clip-1.mp4.json'), 'utf8');
    expect((JSON.parse(sidecar) as { batch: unknown }).batch).toMatchObject({ parents });
  });

  it('take a last frame from v1 by its link, without any program', async () => {
    const [first, ...others] = film;
    const { home, without } = withFilm([{ ...first, ...onV1 }, ...others.slice(0, 1)]);
    const ended = await without('-D', 'out');
    expect(ended.code, ended.stderr).toBe(0);
    expect(linkOf(home, 'two', 'first_frame')).toMatch(/\/v1\/media\//);
  });

  it('take a last frame from v2 out of the clip', async () => {
    const { batch, cuts, home } = withFilm(film);
    const ended = await batch('-D', 'out', '--report', 'report');
    expect(ended.code, ended.stderr).toBe(0);
    expect(cuts().map((words) => /file:(\S+)/.exec(words)?.[1])).toEqual([
      join(home, 'out', 's1-1.mp4'),
      join(home, 'out', 's2-1.mp4'),
    ]);
    const jobOf = (id: string): unknown => reportIn(home).find((line) => line.id === id)?.job;
    expect(linkOf(home, 'three', 'first_frame')).toBe(`https://upload.invalid/last-frame/${jobOf('s2')}.png`);
    expect(openingIn(home, 'three')).toMatchObject({ jobId: jobOf('s2'), position: 'last' });
    expect(reportIn(home)[2]).toMatchObject({ parents: ['s2'] });
    expect(existsSync(join(home, 'genctl', 'spool'))).toBe(false);
  });

  it('have a rehearsal say once what an account would lack for their last frames', async () => {
    const { home, of, run, write } = withFilm(film);
    write(film.slice(0, 1), 'one.jsonl');
    const dry = documentOf(await of('film.jsonl', ['--dry-run', '--json']));
    expect(dry).toMatchObject({ warnings: [expect.stringMatching(/^line 2 and 1 more: .*upload_command/)] });
    expect(documentOf(await of('one.jsonl', ['--dry-run', '--json']))).toMatchObject({ warnings: [] });
    expect((await run(['config', 'set', 'upload_command', '["put"]'])).code).toBe(0);
    expect(documentOf(await of('film.jsonl', ['--dry-run', '--json']))).toMatchObject({ warnings: [] });
    expect(jobsIn(home)).toBe(0);
  });

  it('fetch a clip for its last frame where files are not brought home', async () => {
    const { batch, cuts, home } = withFilm(film.slice(0, 2));
    const ended = await batch();
    expect(ended.code, ended.stderr).toBe(0);
    expect(cuts()[0]).toContain(join(home, 'genctl', 'cache', 'frames'));
  });

  it('are not sent where nobody can make a picture of a last frame, and nothing else is', async () => {
    const { home, without } = withFilm(film);
    expect(documentOf(await without('--dry-run', '--json'))).toMatchObject({
      lines: [{ reason: 'new' }, { error: { code: 'last_frame_unavailable' } }, { reason: 'invalid' }],
    });
    const { code, stderr } = await without('-D', 'out');
    expect(code).toBe(2);
    expect(stderr).toContain("Line 2 (s2): genctl can't get the last frame of s1".replace('’', "'"));
    expect(stderr).toContain('to cut it from the clip, genctl needs ffmpeg');
    expect(stderr).toContain('api v1 and return_last_frame true in the line s1');
    expect(jobsIn(home)).toBe(0);
  });

  it('make finals of drafts of the same manifest', async () => {
    const { batch, home } = withFilm([
      { id: 'final', command: 'finalize', draft: '@draft' },
      { id: 'draft', command: 'draft', prompt: 'a fox', ...clip },
    ]);
    const ended = await batch('-D', 'out', '--report', 'report');
    expect(ended.code, ended.stderr).toBe(0);
    const [final, draft] = reportIn(home);
    expect(final).toMatchObject({ draft_of: draft?.job, parents: ['draft'], status: 'succeeded' });
    expect((await batch('-D', 'out')).stderr).toContain('2 lines, 2 done\n');
  });
});

describe('what a dry run says of lines that wait', () => {
  const lines = [
    { id: 'b', prompt: 'b', first_frame: '@hero', ...clip },
    hero,
    { id: 'c', prompt: 'c', ref_video: '@b', ref_image: '@hero', ...clip },
    { id: 'd', prompt: 'd', ref_video: '@c', ...clip },
  ];

  it('with --json is what each waits for', async () => {
    const { batch } = withFilm(lines);
    expect(documentOf(await batch('--dry-run', '--json'))).toMatchObject({
      lines: [
        { id: 'b', reason: 'waiting', parents: ['hero'], waits_for: ['hero'] },
        { id: 'hero', reason: 'new', parents: [], waits_for: [] },
        { id: 'c', reason: 'waiting', parents: ['b', 'hero'], waits_for: ['b', 'hero'] },
        { id: 'd', reason: 'waiting', parents: ['c'], waits_for: ['c'] },
      ],
    });
    await batch();
    expect(documentOf(await batch('--dry-run', '--json'))).toMatchObject({
      lines: [{ reason: 'done', parents: ['hero'], waits_for: [] }, {}, {}, {}],
    });
  });
});

describe('the shards of a manifest of chains', () => {
  const chains = ['a', 'b', 'c', 'd'].flatMap((name) => [
    { ...hero, id: name },
    { id: `${name}-2`, prompt: `${name} moves`, first_frame: `@${name}`, ...clip },
  ]);

  it('have a chain in one of them', async () => {
    const { batch, home } = withFilm(chains);
    for (const shard of ['1/2', '2/2']) {
      const ended = await batch('--shard', shard);
      expect(ended.code, ended.stderr).toBe(0);
    }
    expect(jobsIn(home)).toBe(8);
  });

  it('refuse a line of two chains of different shards, each of them', async () => {
    const both = {
      id: 'both',
      prompt: 'both',
      ref_image: chains
        .slice(0, 7)
        .map(({ id }) => `@${id}`)
        .filter((id) => id.length === 2),
      ...clip,
    };
    const { batch, home } = withFilm([...chains, both]);
    for (const shard of ['1/2', '2/2']) {
      const { code, stderr } = await batch('--shard', shard);
      expect(code).toBe(2);
      expect(stderr).toMatch(/Line 9 \(both\): it depends on lines of 2 shards: .*a is in shard \d\/2/);
    }
    expect(jobsIn(home)).toBe(0);
    const whole = await batch();
    expect(whole.code, whole.stderr).toBe(0);
  });
});

describe('an output that is to be taken on another day', () => {
  it('is refused with its reason where it is nowhere any more', async () => {
    const { batch, home, write } = withFilm([{ ...film[0] }]);
    await batch('-D', 'out');
    rmSync(join(home, 'out'), { recursive: true });
    rmSync(join(home, 'genctl', 'sandbox', 'jobs'), { recursive: true });
    write(film.slice(0, 2));
    const ended = await batch('--json');
    expect(ended.code).toBe(2);
    expect(existsSync(join(home, 'out'))).toBe(false);
    expect(errorOf(ended)).toMatchObject({ code: 'parent_output_gone' });
  });
});
