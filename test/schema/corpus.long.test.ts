import { describe, expect, it } from 'vitest';
import { judgeTools } from '../../src/request/models/judge-tools.ts';
import { inputSkeleton } from '../../src/request/pages/model-page.ts';
import { hasField, schemaAllows } from '../../src/schema/input-field.ts';
import { schemaProblems } from '../../src/schema/judge.ts';
import { membersOf } from '../../src/schema/nodes/members.ts';
import { plainNode } from '../../src/schema/plain-node.ts';
import { inputSchemaFindings } from '../../src/service/checks/findings.ts';
import { readField } from '../../src/service/fields/read-field.ts';
import type { InputDescription, ModelEntry } from '../../src/service/model.ts';
import { objectOf } from '../../src/text/json-object.ts';
import { pageLines } from '../request/pages/page-lines.ts';
import { sample } from '../sample.ts';
import { look, piped } from '../terminal/looks.ts';
import { corpus, publicSchemas } from './fixtures/corpus.ts';
import { counted } from './fixtures/counted.ts';
import { hostileSchemas } from './fixtures/hostile.ts';
import { placesOf, refereeOf } from './fixtures/referee.ts';

/** A reader that goes round in circles reads more than this at once. */
const readsMost = 2_500_000;

/** Everything that reads an input schema, each once. */
const readers: Readonly<Record<string, (schema: unknown, value: unknown) => unknown>> = {
  judge: (schema, value) => schemaProblems(value, schema, { root: rootOf(schema), tools: judgeTools() }),
  preflight: (schema, value) =>
    inputSchemaFindings((value ?? {}) as Record<string, unknown>, {
      root: rootOf(schema),
      tools: judgeTools(),
    }),
  'fields to ask for': (schema) => {
    const document = { root: rootOf(schema), tools: judgeTools() };
    const members = membersOf(plainNode(schema, document), document);
    return members.map((member) => readField(member, { document, model: 'm', isTop: true }));
  },
  'what flags may hold': (schema) => {
    const root = rootOf(schema);
    return [hasField(root, 'x'), schemaAllows(root, 'x', 1), schemaAllows(root, 'toString', 'x')];
  },
  skeleton: (schema) => inputSkeleton(entryOf(schema)),
  display: (schema) => [pageLines(entryOf(schema), look()), pageLines(entryOf(schema), piped)],
};

/** What stands under `input_schema` and is no object is read as if it were absent. */
function rootOf(schema: unknown): InputDescription {
  return objectOf(schema) ?? {};
}

function entryOf(schema: unknown): ModelEntry {
  const facts = { id: 'm', medium: 'video', runtimeSeconds: 1, maxOutputCount: 1 };
  return { ...facts, inputSchema: rootOf(schema) };
}

it('sees the schemas', () => {
  expect(publicSchemas.length).toBeGreaterThanOrEqual(40);
  expect(hostileSchemas.length).toBeGreaterThanOrEqual(70);
});

describe.each(Object.keys(readers))('%s', (reader) => {
  const all = [
    ...hostileSchemas.map(({ name, schema, value }) => ({
      name,
      schema,
      value: value ?? { prompt: 'a fox' },
    })),
    ...corpus.map(({ name, entry, valid }) => ({ name, schema: entry.inputSchema, value: valid[0] ?? {} })),
  ];

  it.each(sample(all, () => reader, 3))('reads $name to an end', ({ schema, value }) => {
    const read = () => readers[reader]?.(counted(schema, readsMost), value);
    expect(read).not.toThrow();
  });
});

describe.each(publicSchemas)('$name', ({ entry, valid, invalid }) => {
  const schema = entry.inputSchema;
  const referee = refereeOf(schema);
  const document = { root: schema, tools: judgeTools() };

  it.each(valid)('takes %j', (value) => {
    expect(referee(value)).toEqual([]);
    expect(schemaProblems(value, schema, document)).toEqual([]);
  });

  it.each(invalid)('refuses $value at $at', ({ value, at }) => {
    expect(placesOf(referee(value))).toContain(at.join('/'));
    const places = schemaProblems(value, schema, document).map(({ place }) => place.slice(0, at.length));
    expect(places).toContainEqual(at);
  });
});
