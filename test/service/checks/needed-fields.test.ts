import { expect, it } from 'vitest';
import { inputSchemaFindings } from '../../../src/service/checks/findings.ts';

const found = (input: Record<string, unknown>, schema: Record<string, unknown>) =>
  inputSchemaFindings(input, { root: schema }).map(({ rule, where }) => `${rule} ${where}`);

it.each([
  ['required', { required: ['prompt', 'size'] }],
  ['required, and the input is closed', { required: ['size'], additionalProperties: false }],
  ['required by a part of a closed input', { additionalProperties: false, allOf: [{ required: ['size'] }] }],
  ['required under a condition', { if: { required: ['prompt'] }, then: { required: ['size'] } }],
  ['needed beside another', { dependentRequired: { prompt: ['size'] } }],
  [
    'needed beside another in a closed input',
    { dependencies: { prompt: ['size'] }, unevaluatedProperties: false },
  ],
])('a field that is described nowhere is not unknown where it is %s', (_, more) => {
  const schema = { properties: { prompt: { type: 'string' } }, ...more };
  expect(found({ prompt: 'a fox', size: 'big', sice: 1 }, schema)).toEqual([
    'schema-unknown-field input.sice',
  ]);
  expect(found({ shot: { prompt: 'a fox', size: 'big' } }, { properties: { shot: schema } })).toEqual([]);
});

it('a field of one kind is unknown to another kind, which does not take it', () => {
  const kind = (type: string, name: string) => ({
    properties: { type: { const: type }, [name]: { type: 'string' } },
    required: ['type', name],
    additionalProperties: false,
  });
  const schema = { anyOf: [kind('paint', 'colors'), kind('draw', 'lines')] };
  expect(found({ type: 'paint', colors: 'red', lines: 'thin' }, schema)).toEqual([
    'schema-unknown-field input.lines',
  ]);
});
