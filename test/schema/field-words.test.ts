import { describe, expect, it } from 'vitest';
import { readField } from '../../src/service/fields/read-field.ts';

function fieldOf(schema: Record<string, unknown>) {
  const setting = { document: { root: {} }, model: 'any/one', isTop: true };
  return readField({ name: 'length', schema, required: true }, setting);
}

const seconds = [4, 5, 6, 7, 8, 9, 10, 11, 12, -1];

describe('the kinds of a value', () => {
  it('show their whole range', () => {
    const { shape } = fieldOf({
      anyOf: [
        { enum: seconds },
        { type: 'integer', minimum: 40, maximum: 60 },
        { enum: ['auto', 'short'] },
        { type: 'object', required: ['least', 'most'], properties: { least: {}, most: {} } },
      ],
    });
    expect(shape.kind === 'variant' && shape.options.map(({ label }) => label)).toEqual([
      '4 to 12 or -1',
      'a whole number, 40 to 60',
      '"auto" or "short"',
      'several fields with least, most',
    ]);
  });

  it('that are many say how many more there are', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `voice ${index}`);
    const { shape } = fieldOf({ anyOf: [{ enum: names }, { type: 'object', properties: { a: {} } }] });
    expect(shape.kind === 'variant' && shape.options[0]?.label).toMatch(/^"voice 0", .* or 4980 others$/);
  });
});

describe('what a field takes', () => {
  it('is the range of a number, and not the width that it is kept in', () => {
    expect(fieldOf({ type: 'integer', format: 'int64', minimum: 0 }).takes).toBe('at least 0');
    expect(fieldOf({ anyOf: [{ type: 'integer', minimum: 4, maximum: 30 }, { const: -1 }] }).takes).toBe(
      '4 to 30 or -1',
    );
  });

  it('is the form of a text in words', () => {
    expect(fieldOf({ type: 'string', format: 'date', maxLength: 10 }).takes).toBe(
      'a date, such as 2026-01-31, at most 10 characters',
    );
    expect(fieldOf({ type: 'string', format: 'constructor' }).takes).toBe('a text of the format constructor');
  });

  it.each([
    ['a number between limits that cross', { type: 'number', minimum: 5, maximum: 3 }],
    ['a text between limits that cross', { type: 'string', minLength: 5, maxLength: 3 }],
    ['one of no values', { enum: [] }],
  ])('is JSON, which may stay as it is, where nothing can be %s', (_, schema) => {
    expect(fieldOf(schema).shape).toEqual({ kind: 'json' });
  });

  it('is one of its values, however many there are', () => {
    const values = Array.from({ length: 20_000 }, (_, index) => index);
    expect(fieldOf({ enum: values }).shape).toEqual({ kind: 'choice', values });
  });
});
