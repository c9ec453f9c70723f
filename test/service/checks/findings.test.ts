import { describe, expect, it } from 'vitest';
import { schemaAllows } from '../../../src/schema/input-field.ts';
import { inputSchemaFindings } from '../../../src/service/checks/findings.ts';
import { preflight, submitFindings } from '../../../src/service/checks/preflight.ts';
import { entryOf, outline, videoBody } from '../submit-bodies.ts';

const found = (input: Record<string, unknown>, schema: Record<string, unknown>) =>
  inputSchemaFindings(input, { root: schema }).map(
    ({ rule, where, message }) => `${rule} ${where}: ${message}`,
  );
const outlined = (input: Record<string, unknown>, schema: Record<string, unknown>) =>
  inputSchemaFindings(input, { root: schema }).map(({ rule, where }) => `${rule} ${where}`);

describe('what only the live schema says', () => {
  const schema = {
    required: ['prompt', 'image'],
    properties: {
      prompt: { type: 'string', maxLength: 5 },
      image: { type: 'string' },
      steps: { type: 'integer', minimum: 1, maximum: 50 },
      style: { enum: ['oil', 'ink'] },
      strength: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      tags: { type: 'array', maxItems: 2, items: { type: 'string' } },
    },
  };

  it('is a warning, with numbers', () => {
    expect(found({ prompt: 'a fox!', steps: 60, style: 'chalk', strength: 0 }, schema)).toEqual([
      "schema-required input.image: input.image is missing; the model's live schema requires it",
      `schema-value input.prompt: input.prompt is "a fox!"; the model's live schema takes at most 5 characters, not 6`,
      "schema-value input.steps: input.steps is 60; the model's live schema takes 1 to 50",
      `schema-value input.style: input.style is "chalk"; the model's live schema takes "oil" or "ink"`,
      "schema-value input.strength: input.strength is 0; the model's live schema takes over 0, at most 1",
    ]);
    expect(inputSchemaFindings({}, { root: schema }).every(({ severity }) => severity === 'warning')).toBe(
      true,
    );
  });

  it('says what would do as well, and how to mend what fits two kinds', () => {
    const mask = { oneOf: [{ required: ['mask'] }, { required: ['words'] }] };
    const lacks = { properties: { edit: mask } };
    expect(inputSchemaFindings({ edit: {} }, { root: lacks })).toMatchObject([
      {
        message: "input.edit.mask is missing; the model's live schema requires it, or input.edit.words",
        fix: 'set input.edit.mask, or input.edit.words',
      },
    ]);
    expect(inputSchemaFindings({ edit: { mask: 1, words: 2 } }, { root: lacks })).toMatchObject([
      { fix: 'set input.edit to one of 2 kinds' },
    ]);
  });

  it('reaches into lists and types', () => {
    expect(outlined({ prompt: 'a', image: 'b', tags: ['x', 5], steps: 1.5 }, schema)).toEqual([
      'schema-type input.tags[1]',
      'schema-type input.steps',
    ]);
    expect(outlined({ prompt: 'a', image: 'b', tags: ['x', 'y', 'z'] }, schema)).toEqual([
      'schema-value input.tags',
    ]);
  });

  it('suggests the name that was meant', () => {
    const [one, two] = inputSchemaFindings(
      { prompt: 'a', image: 'b', stepps: 3, Colour: 1 },
      { root: schema },
    );
    expect(one).toMatchObject({
      rule: 'schema-unknown-field',
      where: 'input.stepps',
      fix: 'write input.steps',
    });
    expect(two?.fix).toBe('remove input.Colour, or leave it to the generator');
  });

  it('does not call unknown what has a rule of its own', () => {
    const input = { prompt: 'a', image: 'b', enable_sequential: false, return_last_frame: true, n: 1 };
    expect(outlined(input, schema)).toEqual([]);
  });
});

describe('the forms a schema comes in', () => {
  it('follows local references, with escapes', () => {
    const schema = {
      properties: { size: { $ref: '#/$defs/the~1size' } },
      $defs: { 'the/size': { enum: [1, 2] } },
    };
    expect(outlined({ size: 3 }, schema)).toEqual(['schema-value input.size']);
    expect(outlined({ size: 2 }, schema)).toEqual([]);
  });

  it('joins allOf and knows the fields of all of it', () => {
    const schema = {
      allOf: [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { const: 1 } } },
      ],
    };
    expect(outlined({ a: 'x', b: 1 }, schema)).toEqual([]);
    expect(outlined({ b: 2, c: 1 }, schema)).toEqual([
      'schema-required input.a',
      'schema-value input.b',
      'schema-unknown-field input.c',
    ]);
  });

  it('is content with one alternative of anyOf or oneOf, and explains the nearest', () => {
    const size = {
      anyOf: [
        { type: 'string', enum: ['auto'] },
        { type: 'integer', minimum: 64 },
      ],
    };
    const schema = { properties: { size } };
    expect(outlined({ size: 'auto' }, schema)).toEqual([]);
    expect(outlined({ size: 64 }, schema)).toEqual([]);
    expect(outlined({ size: 8 }, schema)).toEqual(['schema-value input.size']);
    const parts = {
      properties: {
        content: {
          items: {
            oneOf: [
              { properties: { type: { const: 'text' } }, required: ['type', 'text'] },
              { properties: { type: { const: 'image' } }, required: ['type', 'url'] },
            ],
          },
        },
      },
    };
    expect(outlined({ content: [{ type: 'image' }] }, parts)).toEqual([
      'schema-required input.content[0].url',
    ]);
  });

  it.each([
    { type: 'string', nullable: true },
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ])('lets null through where the schema does: %j', (mask) => {
    expect(outlined({ mask: null }, { properties: { mask } })).toEqual([]);
    expect(outlined({ mask: 5 }, { properties: { mask } })).toEqual(['schema-type input.mask']);
  });

  it('reads older drafts: an exclusive end as a boolean, required on the property', () => {
    const schema = { properties: { a: { minimum: 0, exclusiveMinimum: true, required: true } } };
    expect(outlined({ a: 0 }, schema)).toEqual(['schema-value input.a']);
    expect(outlined({}, schema)).toEqual(['schema-required input.a']);
  });

  it.each([
    { $ref: '#' },
    { $ref: '#/%E0%A4%A' },
    { $ref: 'https://elsewhere.example/schema' },
    { $ref: 5, allOf: 'x', anyOf: {}, required: 'prompt', properties: [], enum: 5, type: {} },
    { properties: { prompt: null, a: true, __proto__: { type: 'null' } }, required: [5, null] },
    { allOf: [{ $ref: '#' }, { anyOf: [{ $ref: '#' }, { $ref: '#' }, { allOf: [{ $ref: '#' }] }] }] },
    { anyOf: Array.from({ length: 9 }, () => ({ anyOf: [{ $ref: '#' }, { required: ['z'] }] })) },
    { properties: { prompt: { type: 'colour', minimum: 'low', maxLength: Number.NaN } } },
  ])('never throws and says nothing of %j', (schema) => {
    expect(outlined({ prompt: 'a fox', a: 1 }, schema).filter((line) => !line.includes('unknown'))).toEqual(
      [],
    );
  });
});

describe('a live schema wider than the document', () => {
  const facts = (properties: Record<string, unknown>) => ({
    model: entryOf('vendor-b/video-2.5', {
      medium: 'video',
      inputSchema: { properties: { content: {}, ...properties } },
    }),
  });

  it('wins before sending, where it lists the value or its range holds it', () => {
    const wider = facts({ resolution: { enum: ['720p', '4K'] }, duration: { minimum: 4, maximum: 60 } });
    const body = videoBody({ resolution: '4K', duration: 45 });
    expect(submitFindings(body, wider)).toHaveLength(2);
    expect(preflight(body, wider)).toEqual([]);
    expect(preflight(videoBody({ duration: 61 }), wider)).toMatchObject([{ rule: 'duration' }]);
  });

  it('does not lift what is refused whatever a schema says', () => {
    const all = facts({ n: { enum: [2] }, enable_sequential: {}, draft: {}, resolution: { enum: ['720p'] } });
    const body = videoBody({ n: 2, enable_sequential: true, draft: true, resolution: '720p' });
    expect(preflight(body, all).map(({ rule }) => rule)).toEqual([
      'draft-resolution',
      'vendor-n',
      'enable-sequential',
    ]);
  });

  it('is not wider by a lower end of -1, which stands for the model’s choice', () => {
    const schema = { properties: { duration: { type: 'integer', minimum: -1, maximum: 30 } } };
    expect(schemaAllows(schema, 'duration', 2)).toBe(false);
    expect(schemaAllows({ properties: { duration: { enum: [2] } } }, 'duration', 2)).toBe(true);
  });

  it('names the first hundred of thousands of fields that nobody knows, and then says no more', () => {
    const many = (letter: string) => Array.from({ length: 2_000 }, (_, index) => [`${letter}${index}`, {}]);
    const input = Object.fromEntries(many('unknown'));
    const properties = Object.fromEntries(many('field'));
    for (const schema of [
      { properties },
      { properties, additionalProperties: false },
      { allOf: [{ properties }], unevaluatedProperties: false },
    ])
      expect(outlined(input, schema)).toEqual(
        many('unknown')
          .slice(0, 100)
          .map(([name]) => `schema-unknown-field input.${name}`),
      );
  });

  it('holds thousands of objects against a list of thousands', () => {
    const listed = Array.from({ length: 5_000 }, (_, index) => ({ size: index }));
    const schema = { properties: { sizes: { items: { enum: listed } } } };
    expect(outlined({ sizes: listed }, schema)).toEqual([]);
    expect(outlined({ sizes: [...listed, { size: -1 }] }, schema)).toEqual([
      'schema-value input.sizes[5000]',
    ]);
  });

  it('says nothing twice', () => {
    const narrow = facts({ duration: { type: 'integer', minimum: 5, maximum: 10 } });
    expect(outline(videoBody({ duration: 40 }), narrow)).toEqual(['generator duration input.duration']);
    expect(outline(videoBody({ duration: 12 }), narrow)).toEqual(['advice schema-value input.duration']);
  });
});
