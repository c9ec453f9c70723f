import * as z from 'zod/mini';
import { jobSchema } from '../contract/job.ts';
import { refsAcceptedSchema } from '../contract/refs.ts';
import { type Route, type RouteName, routes } from '../contract/routes.ts';
import { submissionSchema } from '../contract/submission.ts';
import { taskAcceptedSchema, taskSchema, taskSubmissionSchema } from '../contract/task.ts';
import { errorEnvelopeSchema } from '../contract/wire-error.ts';
import { catalogue } from './catalogue/index.ts';
import { scenarioHeader, scenarios } from './scenarios.ts';

type JsonObject = Record<string, unknown>;

/** What a route takes and answers, beside what its path says. */
interface Operation {
  summary: string;
  /** Names of component schemas. */
  takes?: string;
  gives?: string;
  status?: number;
  parameters?: JsonObject[];
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
  enum: Object.keys(scenarios),
});

/** A submit of v1, which takes no key of idempotency. */
const takesTask = { takes: 'TaskSubmission', parameters: [scenario] };

const operations: Record<RouteName, Operation> = {
  submitJob: {
    summary: 'Submit a job.',
    takes: 'Submission',
    gives: 'Job',
    status: 202,
    parameters: [
      header('Idempotency-Key', true, 'The same key and body are the same job.', { type: 'string' }),
      scenario,
    ],
  },
  pollJob: { summary: 'Look at a job.', gives: 'Job' },
  cancelJob: { summary: 'Cancel a job; a finished one is returned unchanged.', gives: 'Job' },
  listModels: { summary: 'List the models.', gives: 'ModelList' },
  submitTask: { summary: 'v1: submit a video task.', gives: 'TaskAccepted', ...takesTask },
  pollTask: { summary: 'v1: look at a video task; its status decides.', gives: 'Task' },
  submitImage: {
    summary: 'v1: submit a picture, for later.',
    takes: 'ImageSubmission',
    gives: 'TaskAccepted',
    parameters: [scenario],
  },
  pollImage: { summary: 'v1: look at a picture that was submitted.', gives: 'Task' },
  generateImage: {
    summary: 'v1: render a picture at once; a model that is too slow for that is refused by name.',
    takes: 'ImageSubmission',
    gives: 'Task',
    parameters: [scenario],
  },
  submitSpicy: { summary: 'v1: submit a video job of the spicy models.', gives: 'JobAccepted', ...takesTask },
  pollSpicy: { summary: 'v1: look at a job of the spicy or the refs route.', gives: 'Task' },
  submitRefs: {
    summary: 'v1: submit a video job with prepared references.',
    gives: 'JobAccepted',
    ...takesTask,
  },
  media: { summary: 'Fetch a file: of a task by its masked link, of a v2 job where there is no CDN.' },
};

/** The service as an OpenAPI 3.1 document, made from the schemas that everything else reads. */
export function openApiDocument(baseUrl: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const route: Route = routes[name as RouteName];
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route, operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Media generation service (sandbox)', version: '2', description: 'Prices are invented.' },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    paths,
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } }, schemas: componentSchemas() },
  };
}

function operationOf(name: string, route: Route, operation: Operation): JsonObject {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const success =
    operation.gives === undefined
      ? { description: 'The file.' }
      : { description: 'Done.', content: jsonContent(operation.gives) };
  return {
    operationId: name,
    summary: operation.summary,
    'x-section': route.section,
    parameters: [...(route.path.includes(':id') ? [id] : []), ...(operation.parameters ?? [])],
    ...(operation.takes !== undefined && {
      requestBody: { required: true, content: jsonContent(operation.takes) },
    }),
    responses: {
      [operation.status ?? 200]: success,
      default: { description: 'Refused.', content: jsonContent('Error') },
    },
  };
}

function jsonContent(schema: string): JsonObject {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
}

function componentSchemas(): JsonObject {
  return {
    Submission: jsonSchemaOf(submissionSchema),
    Job: jsonSchemaOf(jobSchema),
    TaskSubmission: jsonSchemaOf(taskSubmissionSchema),
    ImageSubmission: imageSubmissionSchema,
    TaskAccepted: jsonSchemaOf(taskAcceptedSchema),
    JobAccepted: jsonSchemaOf(refsAcceptedSchema),
    Task: jsonSchemaOf(taskSchema),
    Error: jsonSchemaOf(errorEnvelopeSchema),
    ModelList: {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: modelSchema } },
    },
  };
}

function jsonSchemaOf(schema: z.ZodMiniType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/** The document shows no body of the image routes; this is what the sandbox takes. */
const imageSubmissionSchema = {
  type: 'object',
  required: ['model', 'prompt'],
  properties: {
    model: { type: 'string' },
    prompt: { type: 'string' },
    n: { type: 'integer', minimum: 1 },
    size: { type: 'string' },
    seed: { type: 'integer' },
    response_format: { type: 'string', enum: ['url', 'b64_json'] },
  },
};

const modelSchema = {
  type: 'object',
  required: ['id', 'media', 'max_runtime_seconds', 'max_output_count', 'input_schema'],
  properties: {
    id: { type: 'string', enum: catalogue.map(({ id }) => id) },
    media: { type: 'string', enum: ['image', 'video'] },
    max_runtime_seconds: { type: 'integer', 'x-unit': 's' },
    max_output_count: { type: 'integer' },
    input_schema: { type: 'object' },
  },
};
