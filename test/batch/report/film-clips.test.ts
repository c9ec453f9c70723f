import { describe, expect, it } from 'vitest';
import type { CheckedLine } from '../../../src/batch/check/check-pass.ts';
import { clipTrouble, filmDoubts } from '../../../src/batch/report/film-clips.ts';
import { intent } from '../../ledger/fixtures/records.ts';

const line = (shot: string, fields: object, word: CheckedLine['word'] = 'new'): CheckedLine => ({
  ...{ line: 1, shot, word, state: undefined, error: undefined, warnings: [], findings: [], doubtful: [] },
  ...{ parents: [], waitsFor: [], held: undefined },
  priced: intent({ body: JSON.stringify({ model: 'm', input: fields }) }),
});
const mov = { output_format: 'mov' };

function doubtOf(film: string | undefined, ...lines: CheckedLine[]): unknown {
  const doubts = filmDoubts(film);
  for (const one of lines) doubts.take(one);
  try {
    return doubts.assertNone();
  } catch (error) {
    return error;
  }
}

describe('a film of lines that ask for MOV clips', () => {
  it('is refused as an MP4 before they are sent, and not as a MOV', () => {
    const lines = [line('a', mov), line('b', {}), line('c', mov, 'waiting')];
    expect(doubtOf('film.mp4', ...lines)).toMatchObject({
      code: 'film_format',
      message: "film.mp4 can't be the film of the shots; nothing was sent",
      why: "An MP4 can't hold the PCM sound of a MOV clip. 2 shots would have it: a, c.",
    });
    expect(doubtOf('film.MOV', ...lines)).toBeUndefined();
    expect(doubtOf(undefined, ...lines)).toBeUndefined();
  });

  it('goes by those alone that are sent, and have sound', () => {
    const silent = line('b', { ...mov, generate_audio: false });
    expect(doubtOf('film.mp4', line('a', mov, 'done'), silent)).toBeUndefined();
    const silentFinal = { ...silent, intent: line('b', mov).priced };
    expect(doubtOf('film.mp4', silentFinal)).toBeUndefined();
  });

  it('is known by the sound of clips that are here', () => {
    const clip = (id: string, sound: string) => ({ id, form: new Map([['sound', sound]]) });
    const clips = [clip('a', 'mp4a 2×48000 Hz'), clip('b', 'sowt 2×48000 Hz'), clip('c', 'none')];
    expect(clipTrouble('film.mp4', clips)?.why).toContain('1 shot would have it: b.');
    expect(clipTrouble('film.mov', clips)).toBeUndefined();
  });
});
