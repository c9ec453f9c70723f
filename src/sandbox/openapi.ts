import * as z from 'zod/mini';
import { jobSchema } from '../contract/job.ts';
import { type Route, type RouteName, routes } from '../contract/routes.ts';
import { submissionSchema } from '../contract/submission.ts';
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

/** The routes that are described; a route without an entry is left out. */
const operations: Partial<Record<RouteName, Operation>> = {
  submitJob: {
    summary: 'Submit a job.',
    takes: 'Submission',
    gives: 'Job',
    status: 202,
    parameters: [
      header('Idempotency-Key', true, 'The same key and body are the same job.', { type: 'string' }),
      header(scenarioHeader, false, 'Of the sandbox alone: a course of events.', {
        type: 'string',
        enum: Object.keys(scenarios),
      }),
    ],
  },
  pollJob: { summary: 'Look at a job.', gives: 'Job' },
  cancelJob: { summary: 'Cancel a job; a finished one is returned unchanged.', gives: 'Job' },
  listModels: { summary: 'List the models.', gives: 'ModelList' },
  media: { summary: 'Fetch an output where there is no CDN.' },
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
