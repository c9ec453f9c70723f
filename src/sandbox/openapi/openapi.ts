import { type Route, type RouteName, routes } from '../../service/routes.ts';
import type { JsonObject } from '../../text/json-object.ts';
import { scenarioHeader, scenarios } from '../life/scenarios.ts';
import { componentSchemas } from './openapi-schemas.ts';

/** The description of a route: its input and its answers. */
interface Operation {
  summary: string;
  /** Names of component schemas. */
  takes?: string;
  gives?: string;
  status?: number;
  /** Schemas of refusals that don't have the usual envelope, by status. */
  refusals?: Record<number, string>;
  /** True if it works without a key, because the link itself may be enough. */
  keyless?: boolean;
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

/** Submits of v1, which take no idempotency key. */
const takesTask = { takes: 'TaskSubmission', parameters: [scenario] };
const takesImage = { takes: 'ImageSubmission', parameters: [scenario] };

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
  submitImage: { summary: 'v1: submit a picture, for later.', gives: 'TaskAccepted', ...takesImage },
  pollImage: { summary: 'v1: look at a picture that was submitted.', gives: 'Task' },
  generateImage: {
    summary: 'v1: render a picture at once; a model that is too slow for that is refused by name.',
    gives: 'Pictures',
    ...takesImage,
  },
  submitSpicy: { summary: 'v1: submit a video job of the spicy models.', gives: 'JobAccepted', ...takesTask },
  pollSpicy: { summary: 'v1: look at a job of the spicy or the refs route.', gives: 'Task' },
  submitRefs: {
    summary: 'v1: submit a video job with prepared references.',
    gives: 'JobAccepted',
    refusals: { 400: 'MessageAlone', 503: 'MessageAlone' },
    ...takesTask,
  },
  media: {
    summary: 'Fetch a file: of a task by its masked link, of a v2 job with a key where there is no CDN.',
    keyless: true,
  },
};

/** The service as an OpenAPI 3.1 document, made from the schemas that the program itself uses. */
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
  const { gives } = operation;
  const success = gives === undefined ? { description: 'The file.' } : answerOf('Done.', gives);
  const refusals = Object.entries({ ...operation.refusals, default: 'Error' });
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
      ...Object.fromEntries(refusals.map(([status, gives]) => [status, answerOf('Refused.', gives)])),
    },
    ...(operation.keyless === true && { security: [{ key: [] }, {}] }),
  };
}

function answerOf(description: string, schema: string): JsonObject {
  return { description, content: jsonContent(schema) };
}

function jsonContent(schema: string): JsonObject {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
}
