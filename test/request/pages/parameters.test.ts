import { expect, it } from 'vitest';
import { fieldConditions } from '../../../src/request/pages/parameters.ts';

it('a field needs what the schema requires beside it, and not what it forbids there', () => {
  const schema = {
    dependentRequired: { mask: ['image', 'prompt'] },
    allOf: [{ not: { required: ['size', 'ratio'] } }, { dependencies: { lora: ['scale'], other: {} } }],
  };
  expect(Object.fromEntries(fieldConditions(schema))).toEqual({
    mask: ['needs image, prompt'],
    size: ['not with ratio'],
    ratio: ['not with size'],
    lora: ['needs scale'],
  });
});

it('what is no list of names is not read, and a long one is cut', () => {
  const wild = { dependentRequired: { a: 7, b: [7, null] }, not: { required: 'ab' }, dependencies: [] };
  expect(fieldConditions(wild).size).toBe(0);
  const many = { dependentRequired: { a: Array.from({ length: 9 }, (_, place) => `b${place}`) } };
  expect(fieldConditions(many).get('a')).toEqual(['needs b0, b1, b2, b3, b4, b5 and 3 more']);
});
