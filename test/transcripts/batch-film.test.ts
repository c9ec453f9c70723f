import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFilm } from './fixtures/chains.ts';
import { documentOf, jobsIn } from './fixtures/manifest.ts';
import { errorOf } from './genctl.ts';

const clip = (id: string, of: Record<string, unknown> = {}) => ({
  ...{ id, prompt: `clip ${id}`, duration: 4, resolution: '480p' },
  ...of,
});

describe('batch --film', () => {
  it('makes no film with a hole, and names the shots that are missing', async () => {
    const { batch, home } = withFilm([
      clip('a'),
      clip('b', { prompt: 'sandbox:provider_failed b' }),
      clip('c'),
    ]);
    const words = ['-D', 'out', '--film', 'film.mp4'];
    const lost = await batch(...words);
    expect(lost.code).toBe(5);
    expect(lost.stderr).toMatch(/! no film was made: 1 shot of film\.mp4 is missing: b: failed/);
    expect(lost.stderr).toContain('(for a rough cut of the others: genctl batch film.jsonl --only a,c');
    expect([existsSync(join(home, 'film.mp4')), jobsIn(home)]).toEqual([false, 3]);
  });

  it('makes no film of shots that are not alike, and says what differs', async () => {
    const { batch, home } = withFilm([
      ...[clip('a'), clip('b', { resolution: '720p', audio: false }), clip('c')],
      { id: 'hero', prompt: 'a fox', model: 'vendor-a/image-1' },
    ]);
    const ended = await batch('-D', 'out', '--film', 'film.mp4', '--json');
    expect(ended.code, ended.stderr).toBe(12);
    expect(documentOf(ended)).toMatchObject({ done: 4, film: null });
    expect(errorOf(ended)).toMatchObject({
      code: 'film_unlike',
      message: 'no film was made: 1 shot of film.mp4 is not like the others',
      why: expect.stringMatching(/^b: size 1280×720, not 864×496; sound none, not mp4a 2×48000 Hz/),
      hint: expect.stringContaining('genctl batch film.jsonl --only a,c'),
    });
    expect([existsSync(join(home, 'film.mp4')), jobsIn(home)]).toEqual([false, 4]);
    const pictures = await batch('-D', 'out', '--film', 'film.mp4', '--only', 'hero');
    expect([pictures.code, pictures.stderr]).toEqual([12, expect.stringContaining('there is no clip')]);
  });

  it.each([
    [['--film', 'film.webm'], 'film_format', '--film film.mp4'],
    [['--film', 'mine.mp4'], 'film_exists', '--overwrite'],
    [['--film', 'film.jsonl'], 'place_taken', 'another name for the film'],
    [['--film', 'film.mp4', '-D', 's3://bucket/out'], 'flag_conflict', '-D FOLDER with --film'],
    [['--film', 'film.mp4', '--queue', 'redis://127.0.0.1:9'], 'flag_conflict', 'genctl batch film.jsonl'],
  ])('that can’t be made is refused before anything is sent: %s', async (words, code, mend) => {
    const { batch, home } = withFilm([clip('a')]);
    writeFileSync(join(home, 'mine.mp4'), 'mine');
    const refused = await batch(...words, '--json');
    expect([refused.code, errorOf(refused).code]).toEqual([2, code]);
    expect(refused.stderr).toContain(mend);
    expect([jobsIn(home), readFileSync(join(home, 'mine.mp4'), 'utf8')]).toEqual([0, 'mine']);
  });

  it('that can’t hold the sound of the clips that lines ask for is refused before anything is sent', async () => {
    const mov = { output_format: 'mov' };
    const { batch, home } = withFilm([
      ...[clip('a', mov), clip('b', { ...mov, audio: false }), clip('c', mov)],
    ]);
    const refused = await batch('-D', 'out', '--film', 'film.mp4', '--json');
    expect([refused.code, jobsIn(home)]).toEqual([2, 0]);
    expect(errorOf(refused)).toMatchObject({
      code: 'film_format',
      why: "An MP4 can't hold the PCM sound of a MOV clip. 2 shots would have it: a, c.",
      fix: { argv: expect.arrayContaining(['--film', 'film.mov']) },
    });
    expect((await batch('-D', 'out', '--only', 'a', '--quiet')).code).toBe(0);
    const paid = await batch('-D', 'out', '--only', 'a', '--film', 'film.mp4', '--json');
    expect([paid.code, errorOf(paid).code]).toEqual([12, 'film_format']);
    expect(paid.stderr).toMatch(/genctl batch film\.jsonl .*--film film\.mov/);
  });

  it.each([[[]], [['--overwrite']]])(
    'takes the name of no shot that was rendered meanwhile: %s',
    async (more) => {
      const { batch, home } = withFilm([clip('a'), clip('b')]);
      const ended = await batch('-D', '.', '--name', '{shot}.{ext}', '--film', 'a.mp4', '--json', ...more);
      expect([ended.code, errorOf(ended).code]).toEqual([12, 'film_exists']);
      expect(ended.stderr).toContain('another name for --film');
      const bytes = ['a', 'b'].map((id) => readFileSync(join(home, `${id}.mp4`)).length);
      expect(Math.min(...bytes)).toBeGreaterThan(1000);
    },
  );

  it('needs ffmpeg, which is said before anything is sent', async () => {
    const { home, without } = withFilm([clip('a')]);
    const refused = await without('--film', 'film.mp4', '--json');
    expect([refused.code, jobsIn(home)]).toEqual([14, 0]);
    expect(errorOf(refused)).toMatchObject({ code: 'film_failed', hint: 'install ffmpeg', retryable: false });
  });
});
