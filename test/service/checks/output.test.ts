import { describe, expect, it } from 'vitest';
import { entryOf, onlyFinding, outline, pictureModel, tier25, videoBody } from '../submit-bodies.ts';

const image = (input: Record<string, unknown>) => ({
  model: pictureModel,
  input: { prompt: 'a fox', ...input },
});

describe('how many outputs a submit asks for', () => {
  it('is bounded by the live entry, in numbers', () => {
    const facts = { model: entryOf(pictureModel, { maxOutputCount: 4 }) };
    expect(outline({ ...image({}), output: { count: 4 } }, facts)).toEqual([]);
    expect(onlyFinding({ ...image({}), output: { count: 5 } }, facts)).toMatchObject({
      where: 'output.count',
      enforcedBy: 'service',
      message: 'output.count is 5; vendor-a/image-1 gives at most 4',
      fix: 'set output.count to 4 or less',
    });
  });

  it('is not bounded where the entry is unknown', () => {
    expect(outline({ ...image({}), output: { count: 500 } })).toEqual([]);
  });

  it.each([1, 2, 0, null])('is never said by n: %j', (n) => {
    expect(onlyFinding(image({ n }))).toMatchObject({
      rule: 'vendor-n',
      where: 'input.n',
      enforcedBy: 'service',
    });
  });

  it.each([true, 1, 'yes'])('is never said by enable_sequential: %j', (enable_sequential) => {
    expect(onlyFinding(image({ enable_sequential }))).toMatchObject({
      rule: 'enable-sequential',
      where: 'input.enable_sequential',
      enforcedBy: 'service',
    });
  });

  it.each([false, 0, '', null])('may leave enable_sequential off with %j', (enable_sequential) => {
    expect(outline(image({ enable_sequential }))).toEqual([]);
  });

  it('is not hidden in a parameters object of an image model; a video model decides for itself', () => {
    expect(outline(image({ parameters: { n: 2 } }))).toEqual(['service vendor-parameters input.parameters']);
    expect(outline(videoBody({ parameters: {} }, tier25))).toEqual([]);
  });

  it('takes the medium of a model it does not know from its live entry', () => {
    const body = { model: 'vendor-z/paint', input: { prompt: 'x', parameters: {} } };
    expect(outline(body)).toEqual([]);
    expect(outline(body, { model: entryOf('vendor-z/paint', { medium: 'image' }) })).toEqual([
      'service vendor-parameters input.parameters',
    ]);
  });
});
