import { describe, expect, it } from 'vitest';
import { submitFindings } from '../../../src/service/checks/preflight.ts';
import type { RequestRoute } from '../../../src/service/request-route.ts';
import {
  entryOf,
  line20,
  onlyFinding,
  outline,
  picture,
  tier25,
  videoBody,
  words,
} from '../submit-bodies.ts';

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
    expect(onlyFinding(body).fix).toContain('--api v1');
    expect(outline(body, { model: entryOf('spicy/video-2-5') })).toEqual(['service model-not-found model']);
  });

  it('is one of the v1 image routes until the live list has it', () => {
    const body = { model: 'vendor-b/image-4', input: { prompt: 'a fox' } };
    expect(onlyFinding(body)).toMatchObject({ rule: 'model-not-found', section: '§4.6' });
    expect(onlyFinding(body).fix).toContain('--api v1 --route images');
    expect(outline(body, { model: entryOf('vendor-b/image-4') })).toEqual([]);
  });

  it('may be one that no table knows', () => {
    expect(outline({ model: 'vendor-z/new', input: { anything: 1 } })).toEqual([]);
  });
});

/** @see service document §4.5–4.8 */
describe('the model of a v1 submit', () => {
  const body = (model: string) => ({ model, content: [words, picture()], prompt: 'a fox' });
  const refusal = (model: string, route: RequestRoute) =>
    submitFindings(body(model), { route }).find(({ rule }) => rule === 'model-not-on-route');

  it.each([
    ['tasks', [tier25, line20, 'vendor-b/video-9', 'native-id']],
    ['spicy', [tier25, line20, 'spicy/video-2-5', 'spicy/video-2-0-mini', 'spicy/other', 'native-id']],
    ['images', ['vendor-b/image-1', 'native-id']],
    ['refs', [tier25, line20, 'vendor-b/video-2.0', 'spicy/video-2-5', 'spicy/video-2-0']],
  ] as const)('on %s may be %j', (route, models) => {
    for (const model of models) expect(refusal(model, route)).toBeUndefined();
  });

  it.each([
    ['tasks', 'spicy/video-2-5', '/v1/spicy/generations: --api v1 --route spicy', '§4.5'],
    ['tasks', 'vendor-b/image-1', '/v1/vendor-b/images/async: --api v1 --route images', '§4.5'],
    ['tasks', 'vendor-a/video-1', 'v2: --api v2, without --route', '§4.5'],
    ['images', tier25, '/v1/vendor-b/contents/generations/tasks: --api v1 --route tasks', '§4.6'],
    ['images', 'vendor-a/image-1', 'v2: --api v2, without --route', '§4.6'],
    ['spicy', 'vendor-b/image-1', '/v1/vendor-b/images/async: --api v1 --route images', '§4.7'],
    ['refs', 'vendor-b/video-1.5', '/v1/spicy/generations: genctl submit … --api v1 --route spicy', '§4.8'],
    ['refs', 'spicy/other', '/v1/spicy/generations: genctl submit … --api v1 --route spicy', '§4.8'],
    ['refs', 'house/video-h3-mini', 'v2: genctl submit …', '§4.8'],
  ] as const)('on %s is not %s, and is told where to send it', (route, model, where, section) => {
    expect(refusal(model, route)).toMatchObject({
      enforcedBy: 'service',
      fix: `send it to ${where}`,
      section,
    });
  });

  it.each(['vendor-b/video-1.5', 'vendor-a/video-1', 'native-id'])(
    'on refs is pointed to the ordinary endpoint where it is %s',
    (model) => {
      expect(refusal(model, 'refs')?.message).toBe(
        `${model} is not served on /v1/spicy/generations/refs; the ordinary endpoint is /v1/spicy/generations`,
      );
    },
  );
});
