import type { RouteName } from '../../service/routes.ts';
import type { JsonObject } from '../../text/json-object.ts';
import { scenarioHeader, scenarios } from '../life/scenarios.ts';
import {
  keyedRefusals,
  lookRefusals,
  type Refusals,
  retryAfterHeader,
  schemaRef,
  submitRefusals,
  taskRefusals,
} from './openapi-answers.ts';

/** The description of a route: its input and its answers. */
export interface Operation {
  summary: string;
  /** The name of a component schema, and an example of it. */
  takes?: { schema: string; example: JsonObject };
  /** The answers that are no refusals, by status. */
  gives: Record<number, JsonObject>;
  refusals: Refusals;
  /** The statuses of refusals that have a message and no code. */
  messageOnly?: readonly number[];
  /** True if it works without a key, because the link itself may be enough. */
  keyless?: boolean;
  parameters?: JsonObject[];
  callbacks?: JsonObject;
}

const header = (name: string, required: boolean, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const scenario = header(scenarioHeader, false, 'Of the sandbox alone: a course of events.', {
  type: 'string',
  examples: Object.keys(scenarios),
});

const given = (description: string, schema: string, headers?: JsonObject): JsonObject => ({
  description,
  ...(headers !== undefined && { headers }),
  content: { 'application/json': { schema: schemaRef(schema) } },
});

/** The answer of a poll or a cancel. */
const jobGiven = given('The job as it is now.', 'Job', retryAfterHeader);
const taskGiven = given('The task as it is now; its status decides.', 'Task');

const file = {
  content: Object.fromEntries(
    ['image/png', 'video/mp4', 'video/quicktime'].map((type) => [
      type,
      { schema: { type: 'string', format: 'binary' } },
    ]),
  ),
};

/** Submits of v1, which take no idempotency key. */
const takesTask = {
  takes: {
    schema: 'TaskSubmission',
    example: { model: 'native-video-2-5', content: [{ type: 'text', text: 'a harbour at dawn' }] },
  },
  parameters: [scenario],
  refusals: taskRefusals,
};
const takesSpicy = {
  ...takesTask,
  takes: {
    schema: 'TaskSubmission',
    example: { model: 'spicy/video-2-5', content: [{ type: 'text', text: 'a harbour at dawn' }] },
  },
};
const takesImage = {
  takes: { schema: 'ImageSubmission', example: { model: 'vendor-b/image-1', prompt: 'a fox' } },
  parameters: [scenario],
  refusals: taskRefusals,
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
    refusals: {
      ...submitRefusals,
      400: ['invalid_input', 'idempotency_key_required', 'unknown_scenario'],
      409: ['idempotency_conflict'],
    },
    parameters: [
      header('Idempotency-Key', true, 'One key and one body are one job.', {
        type: 'string',
        minLength: 1,
        maxLength: 255,
      }),
      scenario,
    ],
    callbacks: { jobOver },
  },
  pollJob: { summary: 'Look at a job.', gives: { 200: jobGiven }, refusals: lookRefusals },
  cancelJob: {
    summary: 'Cancel a job; a finished one is returned unchanged.',
    gives: { 200: jobGiven },
    refusals: keyedRefusals,
  },
  listModels: {
    summary: 'List the models.',
    gives: { 200: given('All models that v2 serves.', 'ModelList') },
    refusals: keyedRefusals,
  },
  submitTask: {
    summary: 'v1: submit a video task.',
    gives: { 200: given('The id to poll.', 'TaskAccepted') },
    ...takesTask,
  },
  pollTask: {
    summary: 'v1: look at a video task; its status decides.',
    gives: { 200: taskGiven },
    refusals: lookRefusals,
  },
  submitImage: {
    summary: 'v1: submit a picture, for later.',
    gives: { 200: given('The id to poll.', 'TaskAccepted') },
    ...takesImage,
  },
  pollImage: {
    summary: 'v1: look at a picture that was submitted.',
    gives: { 200: taskGiven },
    refusals: lookRefusals,
  },
  generateImage: {
    summary: 'v1: render a picture at once; a model that is too slow for that is refused by name.',
    gives: { 200: given('The pictures.', 'Pictures') },
    ...takesImage,
    refusals: {
      ...taskRefusals,
      400: ['invalid_input', 'provider_rejected', 'use_async_route', 'unknown_scenario'],
      422: ['provider_rejected', 'timeout'],
    },
  },
  submitSpicy: {
    summary: 'v1: submit a video job of the spicy models.',
    gives: { 200: given('The id to poll.', 'JobAccepted') },
    ...takesSpicy,
  },
  pollSpicy: {
    summary: 'v1: look at a job of the spicy or the refs route.',
    gives: { 200: taskGiven },
    refusals: lookRefusals,
  },
  submitRefs: {
    summary: 'v1: submit a video job with prepared references.',
    gives: { 200: given('The id to poll.', 'JobAccepted') },
    ...takesSpicy,
    refusals: { ...taskRefusals, 400: ['invalid_input'], 503: ['internal'] },
    messageOnly: [400, 503],
  },
  media: {
    summary: 'Fetch a file: of a task by its masked link, of a v2 job with a key where there is no CDN.',
    gives: {
      200: { description: 'The file.', ...file },
      206: { description: 'The range of it that was asked for.', ...file },
      304: { description: 'It is the file of that ETag.' },
    },
    refusals: { 403: ['forbidden'], 404: ['not_found'] },
    keyless: true,
  },
};
