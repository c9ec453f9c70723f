import { describe, expect, it } from 'vitest';
import { entryOf, onlyFinding, outline, videoBody } from './submit-bodies.ts';

describe('the model of a v2 submit', () => {
  it('is not found under an id of the spicy routes, even where a list has it', () => {
    const body = videoBody({}, 'spicy/video-2-5');
    expect(onlyFinding(body)).toMatchObject({
      rule: 'model-not-found',
      where: 'model',
      enforcedBy: 'service',
      message: 'spicy/video-2-5 is not served on v2 (model_not_found)',
      section: '§3',
    });
    expect(outline(body, { model: entryOf('spicy/video-2-5') })).toEqual(['service model-not-found model']);
  });

  it('is one of the v1 image routes until the live list has it', () => {
    const body = { model: 'vendor-b/image-4', input: { prompt: 'a fox' } };
    expect(onlyFinding(body)).toMatchObject({ rule: 'model-not-found', section: '§4.6' });
    expect(outline(body, { model: entryOf('vendor-b/image-4') })).toEqual([]);
  });

  it('may be one that no table knows', () => {
    expect(outline({ model: 'vendor-z/new', input: { anything: 1 } })).toEqual([]);
  });
});
