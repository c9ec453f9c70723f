import { limits } from './limits.ts';
import type { Medium } from './medium.ts';
import type { RouteName } from './routes.ts';

/** The ways to ask for a rendering, as `--route` and the JSON call them; `jobs` is v2, the rest is v1. */
export type RequestRoute = 'jobs' | 'tasks' | 'images' | 'spicy' | 'refs';

/** The ways of v1. @see service document §4.5–4.8 */
export type TaskRoute = Exclude<RequestRoute, 'jobs'>;

/** Where requests of one way are sent, and where what they started is looked at. */
export interface RequestRouteEntry {
  api: 'v1' | 'v2';
  submit: RouteName;
  /** The route beside that, if any, whose answer is what was made, and no job to look at. §4.6 */
  atOnce: RouteName | undefined;
  poll: RouteName;
  /** Whether a submit carries an `Idempotency-Key`, so that it can be sent again and is still one job. §4.1 */
  hasKey: boolean;
  /** Whether the service can cancel what was started. §4.3 */
  canCancel: boolean;
  /** Whether the model's parameters stand beside `model`; else they are the body's `input`. §4.5 */
  isFlat: boolean;
  /** What it makes; undefined where that is the model's to say. §4.5, §4.6 */
  medium: Medium | undefined;
  /** Whether a job is looked at by the id that the generator's vendor gave it; else by the service's own. §2.8, §4.7 */
  looksByVendorId: boolean;
  /** Whether the service says what a job cost. §2.1, §2.8 */
  tellsCharge: boolean;
  /** Whether a look brings the body of the generator's vendor, with all that stands only there. §2.8 */
  isPassThrough: boolean;
  /** Time to the next look where the service asks for none; of a task, 5 to 10 s are recommended. §4.2, §4.5 */
  pollSeconds: number;
}

/** What the tasks of v1 have in common. */
const task = {
  api: 'v1',
  atOnce: undefined,
  hasKey: false,
  canCancel: false,
  isFlat: true,
  tellsCharge: false,
  isPassThrough: true,
  pollSeconds: limits.taskPollSeconds.least,
} as const satisfies Partial<RequestRouteEntry>;

/** @see service document §4.1–4.8 */
export const requestRoutes = {
  jobs: {
    api: 'v2',
    submit: 'submitJob',
    atOnce: undefined,
    poll: 'pollJob',
    hasKey: true,
    canCancel: true,
    isFlat: false,
    medium: undefined,
    looksByVendorId: false,
    tellsCharge: true,
    isPassThrough: false,
    pollSeconds: 1,
  },
  tasks: { ...task, submit: 'submitTask', poll: 'pollTask', medium: 'video', looksByVendorId: true },
  images: {
    ...task,
    submit: 'submitImage',
    atOnce: 'generateImage',
    poll: 'pollImage',
    medium: 'image',
    looksByVendorId: true,
  },
  spicy: { ...task, submit: 'submitSpicy', poll: 'pollSpicy', medium: 'video', looksByVendorId: false },
  refs: { ...task, submit: 'submitRefs', poll: 'pollSpicy', medium: 'video', looksByVendorId: false },
} as const satisfies Record<RequestRoute, RequestRouteEntry>;

/** The v1 ways, in the order of the document. */
export const taskRoutes = ['tasks', 'images', 'spicy', 'refs'] as const satisfies readonly RequestRoute[];

/** The ways of v1 that a request may name; `refs` is a command of its own. */
export const nameableRoutes = ['tasks', 'images', 'spicy'] as const satisfies readonly RequestRoute[];

/** The way that one request goes. */
export interface RequestWay {
  route: RequestRoute;
  /** Whether what was made is the answer to the submit; only where the way has a route for that. §4.6 */
  sync?: boolean | undefined;
}

/** The route of the service that a request is submitted to. */
export function submitRouteOf({ route, sync = false }: RequestWay): RouteName {
  const { atOnce, submit } = requestRoutes[route];
  return sync && atOnce !== undefined ? atOnce : submit;
}

/** The way that a submit route belongs to; undefined for a route that submits nothing. */
export function requestWayOf(submit: string): RequestWay | undefined {
  for (const route of Object.keys(requestRoutes) as RequestRoute[]) {
    if (submit === requestRoutes[route].submit) return { route };
    if (submit === requestRoutes[route].atOnce) return { route, sync: true };
  }
  return undefined;
}
