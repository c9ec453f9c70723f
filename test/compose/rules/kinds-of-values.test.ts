import { describe, expect, it } from 'vitest';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { back, give, having, pickOf, worded } from './any-model.ts';

const sized = corpusSchema('pydantic-any-of').entry;
const camera = corpusSchema('one-of-objects').entry;
const kind = (index: number) => ({ give: 'variant', index }) as const;

describe('a value of several kinds', () => {
  const asked = worded(sized, 'a fox');

  it('offers the default that stands beside its kinds', () => {
    expect(pickOf(asked)).toMatchObject({ message: expect.stringMatching(/: of which kind$/), preset: 0 });
    const { preset = -1, rows } = pickOf(having(asked, kind(0)));
    expect(rows[preset]?.name).toBe('landscape_16_9');
  });

  it('of another kind leaves the value of the first behind', () => {
    const other = having(asked, kind(0), give('square'), back, back, kind(1));
    expect(other.position).toEqual({ at: 'value', place: ['input', 'size', 'width'] });
    const whole = having(other, give(640), give(480));
    expect(whole.body.input).toMatchObject({ size: { width: 640, height: 480 } });
  });
});

describe('what can be one value only', () => {
  const turned = worded(camera, 'a fox', kind(1));

  it('is filled in and not asked', () => {
    expect(turned.body.input).toEqual({ prompt: 'a fox', camera: { kind: 'orbit' } });
    expect(turned.position).toEqual({ at: 'value', place: ['input', 'camera', 'degrees'] });
  });

  it('is not gone back to either', () => {
    expect(having(turned, back).position).toEqual({ at: 'variant', place: ['input', 'camera'] });
  });
});
