import { type Route, type RouteName, routes } from '../../service/routes.ts';
import type { JsonObject } from '../../text/json-object.ts';
import { type RefusalCode, refusals } from '../refusal.ts';
import { type Operation, operations, retryAfterHeader, schemaRef } from './operations.ts';
import { componentSchemas } from './schemas.ts';

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
    info: {
      title: 'Media generation service (sandbox)',
      version: '2',
      description: 'Prices are invented.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    paths,
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } }, schemas: componentSchemas() },
  };
}

function operationOf(name: string, route: Route, operation: Operation): JsonObject {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const { callbacks, gives, keyless = false, parameters = [], summary, takes } = operation;
  return {
    operationId: name,
    summary,
    'x-section': route.section,
    parameters: [...(route.path.includes(':id') ? [id] : []), ...parameters],
    ...(takes !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaRef(takes.schema), example: takes.example } },
      },
    }),
    responses: { ...gives, ...refusalAnswers(operation) },
    ...(callbacks !== undefined && { callbacks }),
    ...(keyless && { security: [{ key: [] }, {}] }),
  };
}

/** The answers of a route that refuse, by status. */
function refusalAnswers({ messageOnly = [], refusals: usual, unusual = {} }: Operation): JsonObject {
  const byStatus = new Map<number, string[]>();
  const tell = (status: number, code: RefusalCode): void => {
    const [, says] = refusals[code];
    const told = messageOnly.includes(status) ? says : `\`${code}\`: ${says}`;
    byStatus.set(status, [...(byStatus.get(status) ?? []), told]);
  };
  for (const code of usual) tell(refusals[code][0], code);
  for (const [status, codes] of Object.entries(unusual)) for (const code of codes) tell(Number(status), code);
  const answers = [...byStatus].map(([status, told]) => {
    const schema = schemaRef(messageOnly.includes(status) ? 'MessageAlone' : 'Error');
    const headers = [429, 503].includes(status) ? { headers: retryAfterHeader } : {};
    return [status, { description: told.join(' '), ...headers, content: { 'application/json': { schema } } }];
  });
  return Object.fromEntries(answers);
}
