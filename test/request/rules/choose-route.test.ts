import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/errors/endings.ts';
import { chooseRoute, type RouteChoice } from '../../../src/request/rules/choose-route.ts';
import type { RequestWay } from '../../../src/service/request-route.ts';

const chosen = (choice: Partial<RouteChoice>, model?: string) =>
  chooseRoute({ sync: false, ...choice }, model);
const refused = (choice: Partial<RouteChoice>, model?: string): UsageError => {
  try {
    chosen(choice, model);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('It was not refused');
};

/** @see service document §3, §4.5–4.8 */
describe('the way a request goes', () => {
  it.each<[string | undefined, Partial<RouteChoice>, RequestWay]>([
    [undefined, {}, { route: 'jobs' }],
    ['vendor-b/video-2.5', {}, { route: 'jobs' }],
    ['someone/new', {}, { route: 'jobs' }],
    ['vendor-b/image-1', {}, { route: 'jobs' }],
    ['spicy/video-2-5', {}, { route: 'spicy' }],
    ['spicy/anything', {}, { route: 'spicy' }],
    ['spicy/video-2-5', { api: 'v1' }, { route: 'spicy' }],
    ['vendor-b/video-2.5', { api: 'v1' }, { route: 'tasks' }],
    ['vendor-b/image-1', { api: 'v1' }, { route: 'images' }],
    ['vendor-b/video-2.5', { route: 'spicy' }, { route: 'spicy' }],
    ['native-id', { api: 'v1', route: 'tasks' }, { route: 'tasks' }],
    ['vendor-b/image-1', { sync: true }, { route: 'images', sync: true }],
    ['vendor-b/image-1', { sync: true, api: 'v1', route: 'images' }, { route: 'images', sync: true }],
    ['spicy/video-2-5', { only: 'refs' }, { route: 'refs' }],
    ['spicy/video-2-5', { only: 'jobs' }, { route: 'jobs' }],
  ])('%s with %o is %o', (model, choice, way) => {
    expect(chosen(choice, model)).toEqual(way);
  });

  it.each<[string, Partial<RouteChoice>, string, RegExp]>([
    ['spicy/video-2-5', { api: 'v2' }, 'model_not_on_v2', /--api v1/],
    ['vendor-b/video-2.5', { api: 'v2', route: 'tasks' }, 'flag_conflict', /--api v2/],
    ['vendor-b/image-1', { api: 'v2', sync: true }, 'flag_conflict', /--api v2/],
    ['vendor-b/image-1', { route: 'tasks', sync: true }, 'flag_conflict', /--sync/],
    ['native-id', { api: 'v1' }, 'route_required', /--route/],
    ['vendor-a/image-1', { api: 'v1' }, 'route_required', /leave --api v1 out/],
    ['spicy/video-2-5', { only: 'refs', api: 'v2' }, 'flag_conflict', /--api v2/],
  ])('%s with %o is refused as %s', (model, choice, code, hint) => {
    const error = refused(choice, model);
    expect(error.code).toBe(code);
    expect(error.hint).toMatch(hint);
    expect(error.why).not.toBe('');
  });
});
