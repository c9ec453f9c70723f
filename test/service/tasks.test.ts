import { describe, expect, it } from 'vitest';
import {
  type RequestRoute,
  requestRoutes,
  requestWays,
  submitRouteOf,
} from '../../src/service/request-route.ts';
import { routes } from '../../src/service/routes.ts';
import { taskRoutes } from './submit-bodies.ts';

/** @see service document §4.1–4.8 */
describe('the ways to ask for a rendering', () => {
  it('are one of v2 and four of v1, each with routes of the service', () => {
    expect(requestRoutes.jobs.api).toBe('v2');
    expect(taskRoutes.map((route) => requestRoutes[route].api)).toEqual(['v1', 'v1', 'v1', 'v1']);
    for (const [route, { api, poll, submit }] of Object.entries(requestRoutes)) {
      expect(submitRouteOf({ route: route as RequestRoute })).toBe(submit);
      expect(routes[submit]).toMatchObject({ method: 'POST', path: expect.stringContaining(`/${api}/`) });
      expect(routes[poll]).toMatchObject({ method: 'GET', path: expect.stringMatching(/\/:id$/) });
    }
  });

  it('have pictures at once as the sibling of pictures for later, and nothing else beside them', () => {
    const atOnce = { route: 'images', sync: true } as const;
    expect(submitRouteOf(atOnce)).toBe('generateImage');
    expect(requestWays.filter(({ sync }) => sync)).toEqual([atOnce]);
  });

  it('have references looked at where a spicy job is', () => {
    expect(requestRoutes.refs.poll).toBe(requestRoutes.spicy.poll);
  });
});
