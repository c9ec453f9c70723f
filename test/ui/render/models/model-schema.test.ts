import { describe, expect, it } from 'vitest';
import type { ModelEntry } from '../../../../src/contract/model.ts';
import { renderModel } from '../../../../src/ui/render/models/model-schema.ts';
import { schemaTable } from '../../../../src/ui/render/models/schema-fields.ts';
import { look, piped } from '../../looks.ts';

function model(inputSchema: unknown): ModelEntry {
  return {
    id: 'vendor-b/video-2.5',
    medium: 'video',
    runtimeSeconds: 1800,
    maxOutputCount: 1,
    inputSchema: inputSchema as ModelEntry['inputSchema'],
  };
}

const schema = {
  type: 'object',
  required: ['content'],
  properties: {
    content: {
      type: 'array',
      minItems: 1,
      description: 'The whole input, in order.',
      items: {
        oneOf: [
          { properties: { type: { const: 'text' }, text: { type: 'string' } }, required: ['text'] },
          { $ref: '#/$defs/image' },
        ],
      },
    },
    resolution: { type: 'string', enum: ['480p', '720p'], default: '720p' },
    duration: { anyOf: [{ type: 'integer', minimum: 4, maximum: 30 }, { const: -1 }], default: 5 },
    seed: { type: ['integer', 'null'], description: 'Same seed, similar result.' },
  },
  $defs: {
    image: {
      properties: {
        type: { enum: ['image_url'] },
        role: { type: 'string', enum: ['first_frame', 'last_frame'] },
      },
    },
  },
};

describe("a model's parameters", () => {
  it('are a table that a person reads, nested parts below their list', () => {
    expect(renderModel(model(schema), look())).toEqual([
      'vendor-b/video-2.5  video · at most 30m · 1 output a job',
      '',
      '  content *    array of object  at least 1 item',
      '                                The whole input, in order.',
      '    text       object           type is text',
      '      text *   string',
      '    image_url  object           type is image_url',
      '      role     string           first_frame, last_frame',
      '  resolution   string           480p, 720p; default 720p',
      '  duration     integer          4 to 30 or -1; default 5',
      '  seed         integer or null  Same seed, similar result.',
      '',
      '  * required',
    ]);
  });

  it('are one tab-separated line each where a program reads', () => {
    expect(renderModel(model(schema), piped)).toEqual([
      'content\tarray of object\trequired\t\tat least 1 item\tThe whole input, in order.',
      'content[text]\tobject\toptional\t\ttype is text\t',
      'content[text].text\tstring\trequired\t\t\t',
      'content[image_url]\tobject\toptional\t\ttype is image_url\t',
      'content[image_url].role\tstring\toptional\t\tfirst_frame, last_frame\t',
      'resolution\tstring\toptional\t720p\t480p, 720p\t',
      'duration\tinteger\toptional\t5\t4 to 30 or -1\t',
      'seed\tinteger or null\toptional\t\t\tSame seed, similar result.',
    ]);
  });

  it('go below their names where the window is narrow', () => {
    expect(renderModel(model(schema), look(40)).slice(0, 9)).toEqual([
      'vendor-b/video-2.5',
      '  video · at most 30m · 1 output a job',
      '',
      '  content *    array of object',
      '    at least 1 item',
      '    The whole input, in order.',
      '    text       object',
      '      type is text',
      '      text *   string',
    ]);
  });

  it('fit the window however narrow it is, what no row says as well', () => {
    const kinds = { oneOf: [{ required: ['mask_image_url'] }, { required: ['mask_prompt_words'] }] };
    const properties = {
      ...Object.fromEntries(['mask_image_url', 'mask_prompt_words'].map((name) => [name, {}])),
      image_generation_settings: {
        properties: {
          images: { type: ['array', 'null'], items: { type: 'integer', format: 'int64' }, maxItems: 4 },
        },
      },
    };
    const lines = renderModel(model({ ...kinds, properties }), look(40));
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
    expect(lines.slice(-6)).toEqual([
      '    images',
      '      array of integer (int64) or null,',
      '      at most 4 items',
      '',
      '  The input needs mask_image_url, or',
      '  mask_prompt_words',
    ]);
  });

  it('within others hang below their own names where the window is narrow', () => {
    const inner = {
      properties: { inner: { type: 'string', description: 'Words that are too long for here.' } },
    };
    expect(renderModel(model({ properties: { outer: inner } }), look(30)).slice(-3)).toEqual([
      '    inner  string',
      '      Words that are too long',
      '      for here.',
    ]);
  });

  it('include those that allOf lays over them', () => {
    const layered = {
      allOf: [{ properties: { prompt: { type: 'string', maxLength: 1 } }, required: ['prompt'] }],
      properties: { style: { const: 'oil' } },
    };
    expect(schemaTable(layered).fields).toMatchObject([
      { path: 'prompt', type: 'string', required: true, values: 'at most 1 character' },
      { path: 'style', type: 'string', required: false, values: 'oil' },
    ]);
  });

  it('include the places of a list and the names that are free', () => {
    const frame = { type: 'object', required: ['url'], properties: { url: { type: 'string' } } };
    const properties = {
      frames: { type: 'array', minItems: 1, prefixItems: [frame, { type: 'number', maximum: 1 }] },
      older: { items: [{ type: 'integer' }] },
      weights: {
        type: 'object',
        patternProperties: { '^lora_': { type: 'number' } },
        additionalProperties: { type: 'string' },
      },
      open: { type: 'object', additionalProperties: {} },
    };
    expect(
      schemaTable({ properties }).fields.map(({ path, type, required }) => [path, type, required]),
    ).toEqual([
      ['frames', 'array', false],
      ['frames[0]', 'object', true],
      ['frames[0].url', 'string', true],
      ['frames[1]', 'number', false],
      ['older', 'array', false],
      ['older[0]', 'integer', false],
      ['weights', 'object', false],
      ['weights./^lora_/', 'number', false],
      ['weights.*', 'string', false],
      ['open', 'object', false],
    ]);
  });

  it('say every kind of bound', () => {
    const bounds = { minimum: 1, exclusiveMaximum: 9, multipleOf: 2 };
    const properties = {
      a: bounds,
      b: { minLength: 2, maxLength: 2 },
      c: { format: 'uri' },
      d: { pattern: '^x' },
      e: { type: 'array', maxItems: 3, items: { enum: [1, null] } },
    };
    expect(schemaTable({ properties }).fields.map(({ values }) => values)).toEqual([
      'at least 1, under 9, steps of 2',
      '2 characters',
      '',
      'matching ^x',
      'at most 3 items, each 1, null',
    ]);
  });
});

describe('a wild schema', () => {
  const circle: Record<string, unknown> = { properties: {} };
  circle.properties = { again: circle, items: { items: circle } };

  it.each([
    undefined,
    null,
    7,
    'text',
    [],
    { properties: [] },
    { properties: { a: null, b: 7, c: [], d: { type: {}, enum: 'x', items: 3, oneOf: [null, 'y'] } } },
    { required: 'a', properties: { a: { default: { b: [1] }, minimum: 'x' } } },
    { $ref: '#/nowhere', properties: { a: { $ref: 7 } } },
    { $ref: '#', properties: { a: { $ref: '#/properties/a' } } },
    {
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      properties: { x: { $ref: '#/$defs/a' } },
    },
    circle,
    { properties: { a: { anyOf: [{ anyOf: [{ anyOf: [{ anyOf: [{ const: 1 }] }] }] }] } } },
    JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"enum":[1]}}}'),
  ])('never stops the program: %#', (wild) => {
    expect(renderModel(model(wild), look()).length).toBeLessThan(700);
    expect(renderModel(model(wild), piped).length).toBeLessThan(700);
  });

  it('is cut at a thousand parameters, and says so', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`p${place}`, {}]));
    const { fields, notes } = schemaTable({ properties: many });
    expect(fields).toHaveLength(1_000);
    expect(notes).toEqual(['Only 1000 of 10000 fields are shown']);
  });

  it('cannot steer the terminal', () => {
    const hostile = {
      required: ['\x1b[2J'],
      properties: { '\x1b[2J': { type: '\x07', enum: ['\x9b'], default: '\u202e', description: 'a\nb\r' } },
    };
    for (const each of [look(), piped])
      expect(renderModel(model(hostile), each).join('').replaceAll('\t', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('without parameters says so', () => {
    expect(renderModel(model(undefined), look()).at(-1)).toBe(
      'The service lists no parameters of this model.',
    );
  });
});
