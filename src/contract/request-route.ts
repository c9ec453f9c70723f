import { limits } from './limits.ts';
import type { RouteName } from './routes.ts';

/** The ways to ask for a rendering, as `--route` and the JSON call them; `jobs` is v2, the rest is v1. */
export type RequestRoute = 'jobs' | 'tasks' | 'images' | 'spicy' | 'refs';

/** Where requests of one way are sent, and where what they started is looked at. */
export interface RequestRouteEntry {
  api: 'v1' | 'v2';
  submit: RouteName;
  poll: RouteName;
  /** Whether a submit carries an `Idempotency-Key`, so that it can be sent again and is still one job. §4.1 */
  hasKey: boolean;
  /** Whether the service can cancel what was started. §4.3 */
  canCancel: boolean;
  /** Whether the model's parameters stand beside `model`; else they are the body's `input`. §4.5 */
  isFlat: boolean;
  /** Time to the next look where the service asks for none; of a task, 5 to 10 s are recommended. §4.2, §4.5 */
  pollSeconds: number;
}

/** What the tasks of v1 have in common. */
const task = {
  api: 'v1',
  hasKey: false,
  canCancel: false,
  isFlat: true,
  pollSeconds: limits.taskPollSeconds.least,
} as const satisfies Partial<RequestRouteEntry>;

/** @see service document §4.1–4.8 */
export const requestRoutes = {
  jobs: {
    api: 'v2',
    submit: 'submitJob',
    poll: 'pollJob',
    hasKey: true,
    canCancel: true,
    isFlat: false,
    pollSeconds: 1,
  },
  tasks: { ...task, submit: 'submitTask', poll: 'pollTask' },
  images: { ...task, submit: 'submitImage', poll: 'pollImage' },
  spicy: { ...task, submit: 'submitSpicy', poll: 'pollSpicy' },
  refs: { ...task, submit: 'submitRefs', poll: 'pollSpicy' },
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
