import { describe, expect, it } from 'vitest';
import { inputSkeleton } from '../../../src/request/pages/model-page.ts';
import { inputSchemaFindings } from '../../../src/service/checks/findings.ts';
import { filledIn } from '../../schema/filled-skeleton.ts';
import { corpus } from '../../schema/fixtures/corpus.ts';
import { refereeOf } from '../../schema/fixtures/referee.ts';
import { tools } from '../../schema/tools.ts';

describe.each(corpus)('$name', ({ entry, samples }) => {
  const referee = refereeOf(entry.inputSchema);

  it('has a skeleton that is valid once its empty texts are filled in', () => {
    const skeleton = inputSkeleton(entry, tools);
    expect(referee(filledIn(skeleton, referee, samples)), JSON.stringify(skeleton)).toEqual([]);
  });
});

/** A schema whose field `v` is of a definition, beside what else it says. */
function ofDefinition(v: object, more: object = {}): Record<string, unknown> {
  return { properties: { v: { $ref: '#/$defs/V' } }, required: ['v'], $defs: { V: v, ...more } };
}

const self = { $ref: '#/$defs/V' };
const needsSelf = { type: 'object', properties: { in: self }, required: ['in'] };

describe('a field whose schema leads back to itself', () => {
  it.each([
    ['anyOf that begins with itself', ofDefinition({ anyOf: [self, { type: 'integer' }] }), { v: 0 }],
    ['oneOf that begins with itself', ofDefinition({ oneOf: [self, { type: 'integer' }] }), { v: 0 }],
    [
      'alternatives that begin with each other',
      ofDefinition(
        { anyOf: [{ $ref: '#/$defs/W' }, { type: 'boolean' }] },
        { W: { oneOf: [self, { type: 'integer' }] } },
      ),
      { v: 0 },
    ],
    [
      'an object that needs itself, or a number',
      ofDefinition({ anyOf: [needsSelf, { type: 'integer' }] }),
      { v: 0 },
    ],
    [
      'a list of itself, or a number',
      ofDefinition({ oneOf: [{ type: 'array', items: self, minItems: 1 }, { type: 'integer' }] }),
      { v: 0 },
    ],
    [
      'an object that needs itself, or nothing',
      ofDefinition({ anyOf: [needsSelf, { type: 'null' }] }),
      { v: null },
    ],
    [
      'itself inside all of itself',
      ofDefinition({ allOf: [{ anyOf: [self, { type: 'integer' }] }] }),
      { v: 0 },
    ],
  ])('%s: is as small as it ends', (_, schema, skeleton) => {
    expect(skeletonOf(schema)).toEqual(skeleton);
    expect(inputSchemaFindings(skeleton, { root: schema, tools })).toEqual([]);
  });

  it('is left empty where no value of it ends', () => {
    expect(skeletonOf(ofDefinition(needsSelf))).toEqual({ v: {} });
    expect(skeletonOf(ofDefinition({ anyOf: [self] }))).toEqual({ v: '' });
  });
});

it.each([
  ['', {}],
  [', in a closed input', { additionalProperties: false }],
])('a required field that is described nowhere is in the skeleton%s, and the check takes it', (_, more) => {
  const schema = { properties: { prompt: { type: 'string' } }, required: ['prompt', 'size'], ...more };
  const skeleton = skeletonOf(schema);
  expect(skeleton).toEqual({ prompt: '', size: '' });
  expect(inputSchemaFindings(skeleton, { root: schema, tools })).toEqual([]);
});

it.each([
  ['of two', { minProperties: 1 }, { seed: 3 }],
  ['beside what is required', { minProperties: 2, required: ['size'] }, { seed: 3, size: 3 }],
  ['of each part', { allOf: [{ minProperties: 2 }, { minProperties: 1 }] }, { seed: 3, size: 3 }],
])('a field %s is in the skeleton where a number of fields is required', (_, more, fields) => {
  const number = { type: 'integer', minimum: 3 };
  const schema = { properties: { seed: number, size: number }, ...more };
  expect(skeletonOf(schema)).toEqual(fields);
});

function skeletonOf(inputSchema: Record<string, unknown>): Record<string, unknown> {
  const facts = { id: 'other/model', medium: 'image', runtimeSeconds: 300, maxOutputCount: 1 } as const;
  return inputSkeleton({ ...facts, inputSchema }, tools);
}
