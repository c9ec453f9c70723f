/** What `npm run generate` writes to schemas/, as file names and texts; a test compares the same with what is there. */
import * as z from 'zod/mini';
import { documentShapes, schemaless } from '../src/cli/documents/index.ts';
import { type DocumentName, documentNames, schemaFileName } from '../src/cli/documents/names.ts';

type JsonSchema = Record<string, unknown>;

export function schemaFiles(): Record<string, string> {
  const names = Object.keys(documentNames) as DocumentName[];
  return Object.fromEntries(
    names.map((name) => [`schemas/${schemaFileName(name)}`, `${linesOf(documentSchema(name))}\n`]),
  );
}

/** JSON whose smaller members take a line each, which a person reads and a diff shows better than a line a word. */
function linesOf(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  const members = Array.isArray(value)
    ? value.map((one) => linesOf(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${linesOf(one, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const line = `${open}${members.join(', ')}${close}`;
  if (indent.length + line.length <= 160 && !line.includes('\n')) return line;
  return `${open}\n${members.map((one) => inner + one).join(',\n')}\n${indent}${close}`;
}

/** The schema of a document. It allows fields that it does not name, since fields are only ever added. */
export function documentSchema(name: DocumentName): JsonSchema {
  const hasSchema = !schemaless.some((other) => other === name);
  const arms = documentShapes[name].map((shape) => {
    // Read as input, an object is open: what a document of a later version has more is no fault.
    const { $schema: _, ...schema } = z.toJSONSchema(shape, {
      io: 'input',
      override: ({ jsonSchema }) => withoutSafeBounds(jsonSchema),
    }) as JsonSchema;
    return hasSchema ? withName(schema, name) : schema;
  });
  const [only] = arms;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:${name.replaceAll(/[./]/g, ':')}`,
    title: name,
    description: documentNames[name],
    ...(arms.length === 1 ? only : { anyOf: arms }),
  };
}

/** The bounds of a double are those of JSON in JavaScript, and say nothing of a field. */
function withoutSafeBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function withName(schema: JsonSchema, name: DocumentName): JsonSchema {
  const { properties, required = [], ...rest } = schema;
  return {
    ...rest,
    properties: { schema: { const: name }, ...(properties as JsonSchema) },
    required: ['schema', ...(required as string[])],
  };
}
