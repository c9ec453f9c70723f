import { type ConformanceCase, type DocumentRoute, documentRoutes } from './case-schema.ts';

/** The sibling of the image route that answers with the picture. */
export const synchronousPath = '/v1/vendor-b/images/generations';

const submits = new Map<string, DocumentRoute>(
  Object.entries(documentRoutes).map(([route, { submit }]) => [submit, route as DocumentRoute]),
).set(synchronousPath, 'images');

/** Which way a request asks for a rendering; undefined for one that asks for none. */
export function routeOf({
  method,
  path,
}: Pick<ConformanceCase['request'], 'method' | 'path'>): DocumentRoute | undefined {
  return method === 'POST' ? submits.get(path) : undefined;
}
