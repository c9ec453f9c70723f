import { limits } from './limits.ts';
import type { RouteName } from './routes.ts';
import type { Medium } from './wire-values.ts';

/** The routes by which a request can go, named as in `--route` and the JSON: `jobs` is v2, the rest is v1. */
export type RequestRoute = 'jobs' | 'tasks' | 'images' | 'spicy' | 'refs';

/** The routes of v1. @see service document §4.5–4.8 */
export type TaskRoute = Exclude<RequestRoute, 'jobs'>;

export const apiVersions = ['v1', 'v2'] as const;

export type ApiVersion = (typeof apiVersions)[number];

/** The place of a request's prompt: a `prompt` string or parts of a `content` array. @see service document §2.6 */
export type PromptShape = 'prompt' | 'content';

/** Traits that set one route apart from the others: where it goes, what its request looks like, and what the service does with it. */
export interface RequestRouteEntry {
  api: ApiVersion;
  submit: RouteName;
  /** The submit route, if any, whose answer is the finished output instead of a job to poll. §4.6 */
  atOnce: RouteName | undefined;
  poll: RouteName;
  /** The subcommand that uses it; with `submit`, `--route` names it. */
  command: 'submit' | 'refs';
  /** The route for a request without references to prepare. It differs only for a route that prepares them. §4.8 */
  ordinary: RequestRoute;

  /** True if a submit carries an `Idempotency-Key`, so that sending it again makes no second job. §4.1 */
  hasKey: boolean;
  /** True if the service can cancel a job. §4.3 */
  canCancel: boolean;
  /** Time to the next poll where the service asks for none; for tasks, 5 to 10 s are recommended. §4.2, §4.5 */
  pollSeconds: number;
  /**
   * True if the request and the vendor's whole body are passed through. Such a route refuses too much text at the submit, and makes a final
   * only while the billing record of its draft is kept. §2.8, §3, §8
   */
  isPassThrough: boolean;
  /** True if a job is polled by the vendor's task id, instead of by the service's job id. §2.8, §4.7 */
  looksByVendorId: boolean;
  /** True if a poll says what the job cost. §2.1, §2.8 */
  tellsCharge: boolean;

  /** True if the body has the model's parameters beside `model`, instead of inside `input`. §2.4, §4.5 */
  isFlat: boolean;
  /** The medium of its outputs; undefined where it depends on the model. §4.5, §4.6 */
  medium: Medium | undefined;
  /** The prompt shape of all its models, also by the vendor's own ids; undefined where it depends on the model. §2.6, §4.5–4.8 */
  promptShape: PromptShape | undefined;
  /** The field with the number of outputs; undefined where that is always one. §2.4, §4.6 */
  countField: 'output.count' | 'n' | undefined;
  /** True if the list of models names those that it serves; otherwise only the document describes them. §4.4 */
  hasModelList: boolean;
  /** True if the models that are its own never come into that list. §3, §9.5 */
  ownModelsStayUnlisted: boolean;
  /** True if it takes models by the vendor's own ids as well. §4.5 */
  takesVendorIds: boolean;

  /** True if the body may contain pictures as base64. §4.7 */
  takesInlinePictures: boolean;
  /** True if the service itself fetches and counts the references before the generator gets the request. §4.8 */
  preparesReferences: boolean;
  /** True if it returns the closing still of a clip. §2.5, §2.8 */
  returnsLastFrame: boolean;
  /** True if the service sets the resolution of drafts and finals; otherwise the generator requires a final to name it. §3 */
  setsResolution: boolean;
}

/** Traits of a route that it shares with most others. */
const usual = {
  atOnce: undefined,
  command: 'submit',
  ownModelsStayUnlisted: false,
  takesInlinePictures: false,
  preparesReferences: false,
} as const satisfies Partial<RequestRouteEntry>;

/** Traits that the tasks of v1 share. */
const task = {
  ...usual,
  api: 'v1',
  hasKey: false,
  canCancel: false,
  pollSeconds: limits.taskPollSeconds.least,
  isPassThrough: true,
  tellsCharge: false,
  isFlat: true,
  countField: undefined,
  hasModelList: false,
  returnsLastFrame: true,
  setsResolution: false,
} as const satisfies Partial<RequestRouteEntry>;

/** Traits of the routes whose jobs are polled by the vendor's task id. */
const vendorTask = { ...task, looksByVendorId: true, takesVendorIds: true } as const;

const spicyTask = {
  ...task,
  poll: 'pollSpicy',
  ordinary: 'spicy',
  looksByVendorId: false,
  medium: 'video',
  promptShape: 'content',
  ownModelsStayUnlisted: true,
  takesVendorIds: false,
} as const satisfies Partial<RequestRouteEntry>;

/** @see service document §4.1–4.8 */
export const requestRoutes = {
  jobs: {
    ...usual,
    api: 'v2',
    submit: 'submitJob',
    poll: 'pollJob',
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
    returnsLastFrame: false,
    setsResolution: true,
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

/** The v1 routes that `--route` may name; `refs` is a command of its own. */
export const nameableRoutes = ['tasks', 'images', 'spicy'] as const satisfies readonly RequestRoute[];

/** Tells whether a route is one of v1, whose bodies are flat. */
export function isTaskRoute(route: RequestRoute): route is TaskRoute {
  return requestRoutes[route].isFlat;
}

/** The route of one request, and how it is answered. */
export interface RequestWay {
  route: RequestRoute;
  /** True if the answer to the submit is the finished output; only on a route with `atOnce`. §4.6 */
  sync?: boolean | undefined;
}

/** The service's own route to which a request is submitted. */
export function submitRouteOf({ route, sync = false }: RequestWay): RouteName {
  const { atOnce, submit } = requestRoutes[route];
  return sync && atOnce !== undefined ? atOnce : submit;
}

/** All ways that a request can go. */
export const requestWays: readonly RequestWay[] = (Object.keys(requestRoutes) as RequestRoute[]).flatMap(
  (route) => (requestRoutes[route].atOnce === undefined ? [{ route }] : [{ route }, { route, sync: true }]),
);

/**
 * Fields by which some vendors count outputs. The service has rules of its own for them, so nobody is asked to fill one in,
 * whatever a schema says.
 * @see service document §2.4
 */
export const countFieldNames: readonly string[] = ['n', 'enable_sequential'];
