import type { ModelEntry } from '../../../src/service/model.ts';

type Schema = Record<string, unknown>;

/** A model whose schema was written by someone who means no good, or by a program that went wrong. */
export function hostileModel(name: string, schema: Schema): ModelEntry {
  return {
    id: `hostile/${name}`,
    medium: 'image',
    runtimeSeconds: 60,
    maxOutputCount: 4,
    inputSchema: schema,
  };
}

const words = { prompt: { type: 'string' } };

function object(properties: Schema, required: readonly string[] = ['prompt'], others: Schema = {}): Schema {
  return { type: 'object', properties: { ...words, ...properties }, required, ...others };
}

/** Names and schemas in a row: `field_0` and so on. */
export function manyProperties(count: number, schema: (index: number) => unknown): Schema {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, schema(index)]));
}

function nested(levels: number, innermost: unknown): unknown {
  let schema = innermost;
  for (let level = 0; level < levels; level += 1)
    schema = { type: 'object', required: ['a'], properties: { a: schema } };
  return schema;
}

/** Kinds within kinds, each of which has two. */
function unions(levels: number): Schema {
  let schema: Schema = { type: 'string' };
  for (let level = 0; level < levels; level += 1)
    schema = { anyOf: [schema, { oneOf: [{ ...schema }, { type: 'array', items: schema }] }] };
  return schema;
}

const node = { $ref: '#/$defs/node' };
const manyNames = Array.from({ length: 10_000 }, (_, index) => `field_${index}`);

const schemas: Readonly<Record<string, Schema>> = {
  'required-circle': object({ tree: node }, ['prompt', 'tree'], {
    $defs: { node: { type: 'object', required: ['child'], properties: { child: node } } },
  }),
  'required-circle-of-two': object({ tree: node }, ['prompt', 'tree'], {
    $defs: {
      node: { type: 'object', required: ['left', 'right'], properties: { left: node, right: node } },
    },
  }),
  'mutual-circle': object({ a: { $ref: '#/$defs/a' } }, ['prompt', 'a'], {
    $defs: {
      a: { type: 'object', required: ['b'], properties: { b: { $ref: '#/$defs/b' } } },
      b: { type: 'object', required: ['a'], properties: { a: { $ref: '#/$defs/a' } } },
    },
  }),
  'circle-of-all-of': object({ tree: node }, ['prompt', 'tree'], {
    $defs: {
      node: {
        allOf: [
          node,
          { type: 'object', required: ['child', 'other'], properties: { child: node, other: node } },
          { properties: { child: node, other: node } },
        ],
      },
    },
  }),
  'circle-of-any-of': object({ tree: node }, ['prompt', 'tree'], {
    $defs: { node: { anyOf: [node, { oneOf: [node, node] }, { type: 'array', items: node }] } },
  }),
  'circle-of-lists': object({ tree: node }, ['prompt', 'tree'], {
    $defs: { node: { type: 'array', minItems: 1, items: node } },
  }),
  'circle-of-the-root': object({ again: { $ref: '#' } }, ['prompt', 'again']),
  'many-properties': object(manyProperties(10_000, (index) => ({ type: 'integer', default: index }))),
  'many-referred-properties': object(
    manyProperties(10_000, () => ({ allOf: [{ $ref: '#/$defs/one' }], description: 'one of many' })),
    ['prompt'],
    { $defs: { one: { type: 'string', enum: ['a', 'b', 'c'], default: 'b' } } },
  ),
  'many-required-properties': object(
    manyProperties(10_000, () => ({ type: 'string', default: 'x' })),
    ['prompt', ...manyNames],
  ),
  'many-constants': object(
    manyProperties(3_000, (index) => ({ const: index })),
    ['prompt', ...manyNames.slice(0, 3_000)],
  ),
  'many-objects': object(
    manyProperties(1_000, () => ({
      anyOf: [
        { type: 'object', required: ['a'], properties: manyProperties(10, () => ({ type: 'string' })) },
        { type: 'null' },
      ],
    })),
  ),
  'many-values': object({ voice: { enum: manyNames.slice(0, 5_000) } }, ['prompt', 'voice']),
  'many-numbers': object({ seed: { type: 'integer', enum: manyNames.map((_, index) => index) } }, [
    'prompt',
    'seed',
  ]),
  'many-kinds': object(
    { what: { oneOf: manyNames.slice(0, 500).map((title) => ({ type: 'object', title })) } },
    ['prompt', 'what'],
  ),
  'deep-objects': object({ deep: nested(200, { type: 'string' }) }, ['prompt', 'deep']),
  'unions-of-unions': object({ what: unions(7) }, ['prompt', 'what']),
  'slow-pattern': object({ code: { type: 'string', pattern: '^(a+)+$' } }, ['prompt', 'code']),
  'slow-pattern-of-names': object({}, ['prompt'], { patternProperties: { '^(f+)+$': { type: 'string' } } }),
  'slow-prompt': {
    type: 'object',
    required: ['prompt'],
    properties: { prompt: { type: 'string', pattern: '^(\\w+\\s?)+$' } },
  },
  contradictory: object(
    {
      size: { allOf: [{ enum: ['a', 'b'] }, { enum: ['c'] }] },
      count: { allOf: [{ minimum: 5 }, { type: 'integer', maximum: 3 }] },
    },
    ['prompt', 'size', 'count'],
  ),
  'absent-names': object({}, ['prompt', 'ghost', 'constructor', '__proto__']),
  'nothing-fits': object({ never: false, no: { not: {} }, none: { enum: [] } }, [
    'prompt',
    'never',
    'no',
    'none',
  ]),
  'empty-alternatives': object({ a: { anyOf: [] }, b: { oneOf: [{}] }, c: { allOf: [] }, d: { type: [] } }, [
    'prompt',
    'a',
    'b',
    'c',
    'd',
  ]),
  'no-schema-at-all': { properties: 7, required: 'prompt', allOf: {}, anyOf: [null, 3, true] },
  'misshapen-limits': object(
    {
      size: { type: 'number', minimum: '1', maximum: '1e309', multipleOf: 0, default: 'many' },
      text: { type: 'string', minLength: -1, maxLength: 1.5, format: 'constructor' },
      list: { type: 'array', minItems: 1e15, items: { type: 'string' } },
    },
    ['prompt', 'size', 'text'],
  ),
  'odd-names': object(
    Object.fromEntries(
      ['', 'a.b', 'a b', '"quoted"', '🦊', 'constructor', 'toString', '\u202eevil', '\u001b[31m'].map(
        (name) => [name, { type: 'string' }],
      ),
    ),
    ['prompt', '', 'a.b', '\u001b[31m'],
  ),
  'steering-words': object(
    {
      kind: {
        oneOf: [
          { title: '\u001b]0;owned\u0007 \u202eback', type: 'string' },
          { title: '\u009b31m', type: 'number' },
        ],
      },
      size: { enum: ['\u001b[2J', '\u202eabc', 'plain'], description: '\u001b[5m blink' },
      text: { type: 'string', default: '\u001b[31mred\u202e', pattern: '^\u001b' },
    },
    ['prompt', 'kind', 'size', 'text'],
  ),
  'objects-as-examples': object(
    {
      what: { type: 'string', examples: [{ a: 1 }, ['b'], null, 'c'], example: { d: 1 } },
      whole: {
        type: 'object',
        examples: [{ x: 1 }],
        properties: { x: { type: 'integer', examples: 'none' } },
      },
    },
    ['prompt', 'what', 'whole'],
  ),
};

export const hostileModels: readonly ModelEntry[] = Object.entries(schemas).map(([name, schema]) =>
  hostileModel(name, schema),
);
