import { describe, expect, it } from 'vitest';
import { inputSkeleton } from '../../../src/request/fields/skeleton.ts';
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

const prompt = { type: 'string' };

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
    [
      'an object whose other fields are of itself, or a number',
      ofDefinition({ anyOf: [{ required: ['in'], additionalProperties: self }, { type: 'integer' }] }),
      { v: 0 },
    ],
    [
      'an object whose fields of a pattern are of itself, or a number',
      ofDefinition({ anyOf: [{ required: ['in'], patternProperties: { '^i': self } }, { type: 'integer' }] }),
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

describe('a required field', () => {
  const number = { type: 'integer', minimum: 3 };
  const needsSize = { required: ['size'] };
  it.each([
    ['that is described nowhere', needsSize, { size: '' }],
    [
      'that is described nowhere, in a closed input',
      { ...needsSize, additionalProperties: false },
      { size: '' },
    ],
    ['that additionalProperties describes', { ...needsSize, additionalProperties: number }, { size: 3 }],
    ['that a pattern of names describes', { ...needsSize, patternProperties: { '^s': number } }, { size: 3 }],
    [
      'that a pattern of names lists',
      { ...needsSize, patternProperties: { '^s': { enum: [7] } } },
      { size: 7 },
    ],
    ['that a condition names', { if: { required: ['prompt'] }, then: needsSize }, { size: '' }],
    [
      'that a condition names and describes',
      { if: { required: ['prompt'] }, then: { ...needsSize, properties: { size: number } } },
      { size: 3 },
    ],
    [
      'that the other side of a condition names',
      { if: { required: ['seed'] }, else: needsSize },
      { size: '' },
    ],
    [
      'that a condition narrows',
      {
        ...needsSize,
        properties: { prompt, size: { type: 'integer' } },
        if: needsSize,
        then: { properties: { size: number } },
      },
      { size: 3 },
    ],
    ['that another one needs', { dependentRequired: { prompt: ['size'] } }, { size: '' }],
    [
      'that a schema beside another one needs',
      { dependentSchemas: { prompt: { ...needsSize, properties: { size: number } } } },
      { size: 3 },
    ],
    [
      'that conditions name one after another',
      {
        allOf: [
          { if: needsSize, then: { required: ['seed'], properties: { seed: number } } },
          { if: { required: ['prompt'] }, then: needsSize },
        ],
      },
      { size: '', seed: 3 },
    ],
  ])('%s is in the skeleton, and the check takes it', (_, more: Record<string, unknown>, fields) => {
    const required = ['prompt', ...((more.required as string[] | undefined) ?? [])];
    const properties = { prompt, ...(more.properties as object | undefined) };
    const schema = { ...more, properties, required };
    const skeleton = skeletonOf(schema);
    expect(skeleton).toEqual({ prompt: '', ...fields });
    expect(inputSchemaFindings(skeleton, { root: schema, tools })).toEqual([]);
  });

  it.each([
    ['of two', { minProperties: 1 }, { seed: 3 }],
    ['beside what is required', { minProperties: 2, required: ['size'] }, { seed: 3, size: 3 }],
    ['of each part', { allOf: [{ minProperties: 2 }, { minProperties: 1 }] }, { seed: 3, size: 3 }],
  ])('%s is in the skeleton where a number of fields is required', (_, more, fields) => {
    const schema = { properties: { seed: number, size: number }, ...more };
    expect(skeletonOf(schema)).toEqual(fields);
  });

  it('of a number that is required is one that ends', () => {
    const endless = { type: 'object', properties: { in: { $ref: '#/$defs/V' } }, minProperties: 1 };
    const schema = ofDefinition({ ...endless, properties: { ...endless.properties, size: number } });
    expect(skeletonOf(schema)).toEqual({ v: { size: 3 } });
  });

  it('is added deep inside as well', () => {
    const shot = {
      type: 'object',
      properties: { kind: { enum: ['cut'] } },
      required: ['kind'],
      if: {},
      then: { required: ['frames'], properties: { frames: number } },
    };
    const schema = {
      properties: { shots: { type: 'array', minItems: 1, items: shot } },
      required: ['shots'],
    };
    expect(skeletonOf(schema)).toEqual({ shots: [{ kind: 'cut', frames: 3 }] });
  });
});

function skeletonOf(inputSchema: Record<string, unknown>): Record<string, unknown> {
  const facts = { id: 'other/model', medium: 'image', runtimeSeconds: 300, maxOutputCount: 1 } as const;
  return inputSkeleton({ ...facts, inputSchema }, tools);
}
