import { expect, it } from 'vitest';
import { openApiDocument } from '../../src/sandbox/openapi/openapi.ts';
import { type Route, routes } from '../../src/service/routes.ts';
import { service } from './fixtures/service.ts';
import { drawing, finished, submit, task } from './fixtures/v1.ts';

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

/** Names that a component says an object must and may have. */
function fieldsOf(schema: string) {
  const { properties, required } = document.components.schemas[schema] as {
    properties: Record<string, unknown>;
    required: string[];
  };
  return { may: Object.keys(properties), must: required };
}

it('names every field of what v1 answers', async () => {
  const one = service();
  const answers: [string, Record<string, unknown>][] = [
    ['Task', await finished(one, 'tasks', task({ return_last_frame: true }))],
    ['Task', await finished(one, 'tasks', task(), { scenario: 'soundtrack' })],
    ['Task', await finished(one, 'images', drawing)],
    ['Pictures', (await submit(one, 'atOnce', drawing)).body],
  ];
  for (const [schema, answer] of answers) {
    const { may, must } = fieldsOf(schema);
    expect(may).toEqual(expect.arrayContaining(Object.keys(answer)));
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(must));
  }
});

it('says that the refs route refuses with a message alone, and that a link may be its own key', () => {
  const refs = document.paths['/v1/spicy/generations/refs']?.post as { responses: Record<string, unknown> };
  for (const status of ['400', '503'])
    expect(JSON.stringify(refs.responses[status])).toContain('MessageAlone');
  const media = document.paths['/v1/media/{id}']?.get as { security: unknown[] };
  expect(media.security).toContainEqual({});
});
