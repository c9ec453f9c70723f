import type { RouteName } from '../../service/routes.ts';
import type { JsonObject } from '../../text/json-object.ts';
import { scenarioHeader, scenarios } from '../life/scenarios.ts';
import type { RefusalCode } from '../refusal.ts';

/** The description of a route: its input and its answers. */
export interface Operation {
  summary: string;
  /** The name of a component schema, and an example of it. */
  takes?: { schema: string; example: JsonObject };
  /** The answers that are no refusals, by status. */
  gives: Record<number, JsonObject>;
  /** The codes of the answers that are. */
  refusals: readonly RefusalCode[];
  /** Those that have another status than is usual for them. */
  unusual?: Record<number, readonly RefusalCode[]>;
  /** The statuses of refusals that have a message and no code. */
  messageOnly?: readonly number[];
  /** True if it works without a key, because the link itself may be enough. */
  keyless?: boolean;
  parameters?: JsonObject[];
  callbacks?: JsonObject;
}

/** The header of an answer that says when to come again. */
export const retryAfterHeader = {
  'Retry-After': { description: 'When to come again. Unit: whole seconds.', schema: { type: 'integer' } },
};

export function schemaRef(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

const given = (description: string, schema: string, headers?: JsonObject): JsonObject => ({
  description,
  ...(headers !== undefined && { headers }),
  content: { 'application/json': { schema: schemaRef(schema) } },
});

/** The refusals of every route that takes a key. */
const keyed: readonly RefusalCode[] = ['unauthorized', 'forbidden', 'not_found', 'internal'];
/** Those of every submit. */
const submits: readonly RefusalCode[] = [
  ...keyed,
  ...(['invalid_input', 'unknown_scenario', 'model_not_granted', 'model_not_found'] as const),
  ...(['body_too_large', 'unsupported_media_type'] as const),
  ...(['too_many_jobs', 'insufficient_balance', 'rate_limited'] as const),
];

const looks = (summary: string, gives: JsonObject): Operation => ({
  summary,
  gives: { 200: gives },
  refusals: [...keyed, 'rate_limited'],
});
const looksAtTask = (what: string) =>
  looks(`v1: look at ${what}.`, given('The task as it is now; its status decides.', 'Task'));
const jobGiven = given('The job as it is now.', 'Job', retryAfterHeader);

const scenario = {
  name: scenarioHeader,
  in: 'header',
  required: false,
  description: 'Of the sandbox alone: a course of events.',
  schema: { type: 'string', examples: Object.keys(scenarios) },
};
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'One key and one body are one job.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** A submit of v1, which takes no idempotency key and passes on what the generator says of a request. @see service document §7.3 */
const submitsTask = (what: string, takes: NonNullable<Operation['takes']>, gives: JsonObject) => ({
  summary: `v1: ${what}.`,
  takes,
  gives: { 200: gives },
  parameters: [scenario],
  refusals: [...submits, 'provider_rejected'] satisfies RefusalCode[],
});
const idGiven = (schema: string) => given('The id to poll.', schema);
const harbour = (model: string) => ({
  schema: 'TaskSubmission',
  example: { model, content: [{ type: 'text', text: 'a harbour at dawn' }] },
});
const fox = { schema: 'ImageSubmission', example: { model: 'vendor-b/image-1', prompt: 'a fox' } };
const atOnce = submitsTask(
  'render a picture at once; a model that is too slow for that is refused by name',
  fox,
  given('The pictures.', 'Pictures'),
);
const refs = submitsTask(
  'submit a video job with prepared references',
  harbour('spicy/video-2-5'),
  idGiven('JobAccepted'),
);

const file = {
  content: Object.fromEntries(
    ['image/png', 'video/mp4', 'video/quicktime'].map((type) => [
      type,
      { schema: { type: 'string', format: 'binary' } },
    ]),
  ),
};

/** The post of the service to the `callback_url` of a job that is over. @see service document §6 */
const jobOver = {
  '{$request.body#/callback_url}': {
    post: {
      summary: 'The job is over.',
      operationId: 'jobOver',
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: schemaRef('Job') } } },
      responses: {
        '2XX': { description: 'It was received.' },
        '4XX': { description: 'It was not received, and is sent again.' },
      },
    },
  },
};

/** Every route, as the document describes it. */
export const operations: Record<RouteName, Operation> = {
  submitJob: {
    summary: 'Submit a job.',
    takes: {
      schema: 'Submission',
      example: { model: 'vendor-a/image-1', input: { prompt: 'a fox', size: '1024x1024' } },
    },
    gives: {
      200: given('The job that an earlier submit with this key made.', 'Job', {
        'Idempotent-Replayed': { description: 'Present and `true` on a replay.', schema: { type: 'string' } },
        ...retryAfterHeader,
      }),
      202: given('The new job.', 'Job'),
    },
    refusals: [...submits, 'idempotency_key_required', 'idempotency_conflict'],
    parameters: [idempotencyKey, scenario],
    callbacks: { jobOver },
  },
  pollJob: looks('Look at a job.', jobGiven),
  cancelJob: {
    summary: 'Cancel a job; a finished one is returned unchanged.',
    gives: { 200: jobGiven },
    refusals: keyed,
  },
  listModels: {
    summary: 'List the models.',
    gives: { 200: given('All models that v2 serves.', 'ModelList') },
    refusals: keyed,
  },
  submitTask: submitsTask('submit a video task', harbour('native-video-2-5'), idGiven('TaskAccepted')),
  pollTask: looksAtTask('a video task; its status decides'),
  submitImage: submitsTask('submit a picture, for later', fox, idGiven('TaskAccepted')),
  pollImage: looksAtTask('a picture that was submitted'),
  generateImage: {
    ...atOnce,
    refusals: [...atOnce.refusals, 'use_async_route', 'timeout'],
    unusual: { 422: ['provider_rejected'] },
  },
  submitSpicy: submitsTask(
    'submit a video job of the spicy models',
    harbour('spicy/video-2-5'),
    idGiven('JobAccepted'),
  ),
  pollSpicy: looksAtTask('a job of the spicy or the refs route'),
  submitRefs: { ...refs, unusual: { 503: ['internal'] }, messageOnly: [400, 503] },
  media: {
    summary: 'Fetch a file: of a task by its masked link, of a v2 job with a key where there is no CDN.',
    gives: {
      200: { description: 'The file.', ...file },
      206: { description: 'The range of it that was asked for.', ...file },
      304: { description: 'It is the file of that ETag.' },
    },
    refusals: ['forbidden', 'not_found'],
    keyless: true,
  },
};
