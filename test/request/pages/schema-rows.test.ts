import { describe, expect, it } from 'vitest';
import { schemaTable } from '../../../src/request/pages/schema-rows.ts';
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

  it('include what is inside a field, and each kind of its items', () => {
    const deep = { type: 'object', properties: { on: { type: 'boolean' } } };
    const frame = {
      type: 'object',
      required: ['url'],
      properties: { url: { type: 'string' }, crop: { type: 'object', properties: { box: deep } } },
    };
    const kinds = ['cut', 'fade'].map((kind) => ({ properties: { type: { const: kind }, at: {} } }));
    const properties = {
      frames: { type: 'array', minItems: 1, items: frame },
      steps: { type: 'array', items: { oneOf: kinds } },
    };
    expect(shown({ properties })).toEqual([
      ['frames', 'a list of JSON, at least 1 item', false],
      ['frames[].url', 'text', true],
      ['frames[].crop', 'JSON', false],
      ['frames[].crop.box', 'JSON', false],
      ['frames[].crop.box.on', 'true or false', false],
      ['steps', 'a list of JSON', false],
      ['steps[cut]', 'JSON', false],
      ['steps[cut].at', '', false],
      ['steps[fade]', 'JSON', false],
      ['steps[fade].at', '', false],
    ]);
    expect(schemaTable({ properties }).notes).toEqual([]);
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
      'a list of 1, null, at most 3 items',
    ]);
  });
});

describe('a wild schema', () => {
  it('is shown as deep as 500 rows go, and says so', () => {
    const wide = (inner: object): object => ({
      properties: Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`p${place}`, inner])),
    });
    const { fields, notes } = schemaTable(wide(wide(wide(wide({})))));
    expect(fields).toHaveLength(420);
    expect(notes).toEqual(['Levels more than 1 deep inside a field are not shown']);
  });

  it('is cut at 500 parameters, and says so', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`p${place}`, {}]));
    const { fields, notes } = schemaTable({ properties: many });
    expect(fields).toHaveLength(500);
    expect(notes).toEqual(['Only the first 500 fields are shown']);
  });
});
