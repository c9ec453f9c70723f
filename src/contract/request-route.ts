import { limits } from './limits.ts';
import type { Medium } from './medium.ts';
import type { RouteName } from './routes.ts';

/** The ways to ask for a rendering, as `--route` and the JSON call them; `jobs` is v2, the rest is v1. */
export type RequestRoute = 'jobs' | 'tasks' | 'images' | 'spicy' | 'refs';

/** The ways of v1. @see service document §4.5–4.8 */
export type TaskRoute = Exclude<RequestRoute, 'jobs'>;

export const apiVersions = ['v1', 'v2'] as const;

export type ApiVersion = (typeof apiVersions)[number];

/** Where a request carries its words: a `prompt` string or parts of a `content` array. @see service document §2.6 */
export type PromptShape = 'prompt' | 'content';

/** What tells a way from the others: where it goes, what its request looks like, and what the service does with it. */
export interface RequestRouteEntry {
  api: ApiVersion;
  submit: RouteName;
  /** The route beside that, if any, whose answer is what was made, and no job to look at. §4.6 */
  atOnce: RouteName | undefined;
  poll: RouteName;
  /** The subcommand that asks for it; with `submit`, `--route` names it. */
  command: 'submit' | 'refs';
  /** The way for a request that has no references to prepare: another one only where this one prepares them. §4.8 */
  ordinary: RequestRoute;

  /** Whether a submit carries an `Idempotency-Key`, so that it can be sent again and is still one job. §4.1 */
  hasKey: boolean;
  /** Whether the service can cancel what was started. §4.3 */
  canCancel: boolean;
  /** Time to the next look where the service asks for none; of a task, 5 to 10 s are recommended. §4.2, §4.5 */
  pollSeconds: number;
  /** Whether a look brings the body of the generator's vendor, with all that stands only there. §2.8 */
  isPassThrough: boolean;
  /** Whether a job is looked at by the id that the generator's vendor gave it; else by the service's own. §2.8, §4.7 */
  looksByVendorId: boolean;
  /** Whether the service says what a job cost. §2.1, §2.8 */
  tellsCharge: boolean;

  /** Whether the model's parameters stand beside `model`; else they are the `input` of an envelope. §2.4, §4.5 */
  isFlat: boolean;
  /** What it makes; undefined where that is the model's to say. §4.5, §4.6 */
  medium: Medium | undefined;
  /** What it takes of any model, the vendor's own ids too; undefined where that is the model's to say. §2.6, §4.5–4.8 */
  promptShape: PromptShape | undefined;
  /** The field that says how many outputs to make; undefined where it is always one. §2.4, §4.6 */
  countField: 'output.count' | 'n' | undefined;
  /** Whether the list of models is of those that it serves; else the document alone says what they take. §4.4 */
  hasModelList: boolean;
  /** Whether it takes models by the vendor's own ids as well. §4.5 */
  takesVendorIds: boolean;

  /** Whether pictures may stand in the body as base64. §4.7 */
  takesInlinePictures: boolean;
  /** Whether the service itself fetches and counts the references before the generator has the request. §4.8 */
  preparesReferences: boolean;
  /** Whether it gives back the still that a clip ends in. §2.5, §2.8 */
  returnsLastFrame: boolean;
  /** Whether too much text is refused at the submit; else such a job fails once it is dispatched. §8 */
  refusesLongText: boolean;
  /** Whether the service sets the resolution of drafts and finals; else the generator wants that of a final to be said. §3 */
  setsResolution: boolean;
  /** Whether a final is made only while the billing record of its draft is kept. §3 */
  needsDraftRecord: boolean;
}

/** What the tasks of v1 have in common. */
const task = {
  api: 'v1',
  atOnce: undefined,
  command: 'submit',
  hasKey: false,
  canCancel: false,
  pollSeconds: limits.taskPollSeconds.least,
  isPassThrough: true,
  tellsCharge: false,
  isFlat: true,
  countField: undefined,
  hasModelList: false,
  takesInlinePictures: false,
  preparesReferences: false,
  returnsLastFrame: true,
  refusesLongText: true,
  setsResolution: false,
  needsDraftRecord: true,
} as const satisfies Partial<RequestRouteEntry>;

/** Tasks that the generator's vendor has by ids of its own. */
const vendorTask = { ...task, looksByVendorId: true, takesVendorIds: true } as const;

const spicyTask = {
  ...task,
  poll: 'pollSpicy',
  ordinary: 'spicy',
  looksByVendorId: false,
  medium: 'video',
  promptShape: 'content',
  takesVendorIds: false,
} as const satisfies Partial<RequestRouteEntry>;

/** @see service document §4.1–4.8 */
export const requestRoutes = {
  jobs: {
    api: 'v2',
    submit: 'submitJob',
    atOnce: undefined,
    poll: 'pollJob',
    command: 'submit',
    ordinary: 'jobs',
    hasKey: true,
    canCancel: true,
    pollSeconds: 1,
    isPassThrough: false,
    looksByVendorId: false,
    tellsCharge: true,
    isFlat: false,
    medium: undefined,
    promptShape: undefined,
    countField: 'output.count',
    hasModelList: true,
    takesVendorIds: false,
    takesInlinePictures: false,
    preparesReferences: false,
    returnsLastFrame: false,
    refusesLongText: false,
    setsResolution: true,
    needsDraftRecord: false,
  },
  tasks: {
    ...vendorTask,
    submit: 'submitTask',
    poll: 'pollTask',
    ordinary: 'tasks',
    medium: 'video',
    promptShape: 'content',
  },
  images: {
    ...vendorTask,
    submit: 'submitImage',
    atOnce: 'generateImage',
    poll: 'pollImage',
    ordinary: 'images',
    medium: 'image',
    promptShape: 'prompt',
    countField: 'n',
  },
  spicy: { ...spicyTask, submit: 'submitSpicy', takesInlinePictures: true },
  refs: { ...spicyTask, submit: 'submitRefs', command: 'refs', preparesReferences: true },
} as const satisfies Record<RequestRoute, RequestRouteEntry>;

/** The v1 ways, in the order of the document. */
export const taskRoutes = ['tasks', 'images', 'spicy', 'refs'] as const satisfies readonly RequestRoute[];

/** The ways of v1 that a request may name; `refs` is a command of its own. */
export const nameableRoutes = ['tasks', 'images', 'spicy'] as const satisfies readonly RequestRoute[];

/** Whether a way is one of v1, whose bodies are flat. */
export function isTaskRoute(route: RequestRoute): route is TaskRoute {
  return requestRoutes[route].isFlat;
}

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
