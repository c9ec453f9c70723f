import { describe, expect, it } from 'vitest';
import { schemaTable } from '../../../src/request/pages/schema-fields.ts';
import { valueWords } from '../../../src/request/pages/value-words.ts';
import { unicodeSymbols } from '../../../src/text/look.ts';

/** Each field by its path, with what it takes. */
function shown(schema: Record<string, unknown>): [path: string, takes: string, required: boolean][] {
  const wording = { document: { root: schema }, unit: '', minusOneChooses: false, symbols: unicodeSymbols };
  return schemaTable(schema).fields.map(({ node, path, required }) => [
    path,
    valueWords(node, wording),
    required,
  ]);
}

describe("a model's parameters", () => {
  it('include those that allOf lays over them', () => {
    const layered = {
      allOf: [{ properties: { prompt: { type: 'string', maxLength: 1 } }, required: ['prompt'] }],
      properties: { style: { const: 'oil' } },
    };
    expect(shown(layered)).toEqual([
      ['prompt', 'at most 1 character', true],
      ['style', 'oil', false],
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
    expect(shown({ properties })).toEqual([
      ['frames', 'a list, at least 1 item', false],
      ['frames[0]', 'JSON', true],
      ['frames[0].url', 'text', true],
      ['frames[1]', 'at most 1', false],
      ['older', 'a list', false],
      ['older[0]', 'a whole number', false],
      ['weights', 'JSON', false],
      ['weights./^lora_/', 'a number', false],
      ['weights.*', 'text', false],
      ['open', 'JSON', false],
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
    expect(shown({ properties }).map(([, takes]) => takes)).toEqual([
      'at least 1, under 9, steps of 2',
      '2 characters',
      '',
      'matching ^x',
      'a list, at most 3 items, each 1, null',
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
