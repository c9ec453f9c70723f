import { type Route, type RouteName, routes } from '../../service/routes.ts';
import type { JsonObject } from '../../text/json-object.ts';
import { refusalAnswers, schemaRef } from './openapi-answers.ts';
import { type Operation, operations } from './openapi-operations.ts';
import { componentSchemas } from './openapi-schemas.ts';

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
  const {
    callbacks,
    gives,
    keyless = false,
    messageOnly,
    parameters = [],
    refusals,
    summary,
    takes,
  } = operation;
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
    responses: { ...gives, ...refusalAnswers(refusals, messageOnly) },
    ...(callbacks !== undefined && { callbacks }),
    ...(keyless && { security: [{ key: [] }, {}] }),
  };
}
