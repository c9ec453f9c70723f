import { expect, it } from 'vitest';
import { type Route, routes } from '../../src/contract/routes.ts';
import { openApiDocument } from '../../src/sandbox/openapi.ts';

const document = openApiDocument('https://api.example.com') as {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, unknown> };
};

it.each(Object.entries(routes) as [string, Route][])('describes %s', (name, { method, path }) => {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  expect(operation).toMatchObject({ operationId: name, summary: expect.stringMatching(/\w/) });
});

it('refers to nothing that it does not hold', () => {
  const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => name,
  );
  expect(new Set(names).size).toBeGreaterThan(6);
  for (const name of names) expect(document.components.schemas).toHaveProperty(name ?? '');
});
