import { describe, expect, it } from 'vitest';
import { readField } from '../../src/service/fields/read-field.ts';

function fieldOf(schema: Record<string, unknown>, required = true) {
  return readField(
    { name: 'prompt', schema, required },
    { document: { root: {} }, model: 'any/one', isTop: true },
  );
}

describe('what Enter takes', () => {
  it('is the default of the schema, and never one of its examples', () => {
    const examples = ['A Wes Anderson picture of a fox'];
    expect(fieldOf({ type: 'string', examples })).toMatchObject({ preset: undefined, examples });
    expect(fieldOf({ type: 'string', example: 'a fox' })).toMatchObject({
      preset: undefined,
      examples: ['a fox'],
    });
    expect(fieldOf({ type: 'string', examples, default: 'a cat' }).preset).toBe('a cat');
  });

  it.each([
    ['a number', { type: 'integer', minimum: 4, maximum: 30 }],
    ['a choice', { enum: ['480p', '720p'] }],
    ['a yes or no', { type: 'boolean' }],
  ])('is nothing where %s has no default, however few there are', (_, schema) => {
    expect(fieldOf(schema).preset).toBeUndefined();
  });

  it.each([
    ['of another type', { type: 'integer', default: 'many' }],
    ['out of its range', { type: 'integer', maximum: 3, default: 30 }],
    ['not among the values', { enum: ['a'], default: 'b' }],
  ])('is no default that is %s', (_, schema) => {
    expect(fieldOf(schema).preset).toBeUndefined();
  });
});

describe('examples', () => {
  it('are those that the schema allows, whatever else stands there', () => {
    const examples = [{ a: 1 }, ['b'], null, 'c'];
    expect(fieldOf({ type: 'string', examples, example: 7 }).examples).toEqual(['c']);
    expect(fieldOf({ type: 'string', examples: 'none' }).examples).toEqual([]);
    expect(fieldOf({ type: 'object', properties: { x: {} }, example: { x: 1 } }).examples).toEqual([
      { x: 1 },
    ]);
  });
});
