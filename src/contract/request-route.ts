import type { RouteName } from './routes.ts';

/** The ways to ask for a rendering, as `--route` and the JSON call them; `jobs` is v2, the rest is v1. */
export type RequestRoute = 'jobs' | 'tasks' | 'images' | 'spicy' | 'refs';

/** Where requests of one way are sent, and where what they started is looked at. */
export interface RequestRouteEntry {
  api: 'v1' | 'v2';
  submit: RouteName;
  poll: RouteName;
}

/** @see service document §4.1–4.8 */
export const requestRoutes = {
  jobs: { api: 'v2', submit: 'submitJob', poll: 'pollJob' },
  tasks: { api: 'v1', submit: 'submitTask', poll: 'pollTask' },
  images: { api: 'v1', submit: 'submitImage', poll: 'pollImage' },
  spicy: { api: 'v1', submit: 'submitSpicy', poll: 'pollSpicy' },
  refs: { api: 'v1', submit: 'submitRefs', poll: 'pollSpicy' },
} as const satisfies Record<RequestRoute, RequestRouteEntry>;

/** The v1 ways, in the order of the document. */
export const taskRoutes = ['tasks', 'images', 'spicy', 'refs'] as const satisfies readonly RequestRoute[];

/** The ways of v1 that a request may name; `refs` is a command of its own. */
export const nameableRoutes = ['tasks', 'images', 'spicy'] as const satisfies readonly RequestRoute[];

/** The way that a submit route belongs to; undefined for a route that submits nothing. */
export function requestRouteOf(submit: RouteName): RequestRoute | undefined {
  // The synchronous sibling of the image route: same models, same bodies.
  if (submit === 'generateImage') return 'images';
  const found = Object.entries(requestRoutes).find(([, entry]) => entry.submit === submit);
  return found?.[0] as RequestRoute | undefined;
}
