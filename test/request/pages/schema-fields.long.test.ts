import { describe, expect, it } from 'vitest';
import { schemaTable } from '../../../src/request/pages/schema-fields.ts';

describe("a model's parameters", () => {
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
  it('is cut at a thousand parameters, and says so', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`p${place}`, {}]));
    const { fields, notes } = schemaTable({ properties: many });
    expect(fields).toHaveLength(1_000);
    expect(notes).toEqual(['Only 1000 of 10000 fields are shown']);
  });
});
