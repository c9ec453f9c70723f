import { describe, expect, it } from 'vitest';
import { judgeTools } from '../../src/request/models/judge-tools.ts';
import { firstProblem, schemaProblems } from '../../src/schema/judge.ts';
import { startCpuTime } from '../cpu-time.ts';
import { tools } from './tools.ts';

function places(value: unknown, root: Record<string, unknown>): string[] {
  return schemaProblems(value, root, { root, tools }).map(
    ({ rule, place, takes }) => `${rule} ${place.join('.')}: ${takes}`,
  );
}

describe('a value held against its schema', () => {
  it.each([
    ['a pattern', 'Fox', { pattern: '^[a-z]+$' }, 'schema-value : a text matching ^[a-z]+$'],
    ['a format', 'fox', { format: 'uri' }, 'schema-value : a URL, such as https://example.com/a.png'],
    ['steps', 7, { multipleOf: 2 }, 'schema-value : multiples of 2'],
    [
      'the width of a number',
      2 ** 40,
      { type: 'integer', format: 'int32' },
      'schema-value : a whole number of 32 bits',
    ],
    ['each value once', [1, 1], { uniqueItems: true }, 'schema-value : each value once'],
    ['what is excluded', 'gif', { not: { enum: ['gif'] } }, 'schema-value : anything but "gif"'],
    [
      'a condition',
      { a: 1 },
      { if: { required: ['a'] }, then: { required: ['b'] } },
      'schema-required b: a value: it is required',
    ],
    [
      'fields that need others',
      { a: 1 },
      { dependentRequired: { a: ['b'] } },
      'schema-required b: a value: it is required',
    ],
    [
      'a closed object',
      { x: 1 },
      { properties: { a: {} }, additionalProperties: false },
      'schema-unknown-field x: a',
    ],
    [
      'kinds of which two fit',
      5,
      { oneOf: [{ type: 'integer' }, { minimum: 2 }] },
      'schema-value : one of 2 kinds, and it fits 2 of them',
    ],
    [
      'kinds of which none fits',
      'x',
      { anyOf: [{ const: -1 }, { type: 'integer', minimum: 4 }] },
      'schema-value : -1, or a whole number',
    ],
    [
      'a reference with a space',
      1,
      { $ref: '#/$defs/a%20b', $defs: { 'a b': { type: 'string' } } },
      'schema-type : a text',
    ],
  ])('speaks of %s', (_, value, schema, said) => {
    expect(places(value, schema)).toEqual([said]);
  });

  it('names what a kind lacks whose type was chosen', () => {
    const kinds = ['text', 'image'].map((kind) => ({
      properties: { type: { const: kind }, [kind]: { type: 'string' } },
      required: ['type', kind],
    }));
    expect(places({ type: 'image' }, { oneOf: kinds })).toEqual([
      'schema-required image: a value: it is required',
    ]);
  });

  it('names the kinds there are where the value names one that there is not', () => {
    const kinds = ['text', 'image'].map((kind) => ({
      properties: { type: { enum: [kind] }, [kind]: { type: 'string' } },
      required: ['type', kind],
    }));
    const said = 'schema-value type: "text" or "image"';
    expect(places({ type: 'sound' }, { oneOf: kinds })).toEqual([said]);
    expect(places({ type: 'sound', text: 'x' }, { anyOf: kinds })).toEqual([said]);
  });

  it('names every value of kinds that are each one value', () => {
    const values = [{ const: 'lite' }, { const: 'turbo' }, { type: 'null' }];
    expect(places('x', { anyOf: values })).toEqual(['schema-value : "lite", "turbo" or null']);
  });

  it('lacks nothing that only an answer has', () => {
    const id = { $ref: '#/$defs/Id' };
    const root = { required: ['id'], properties: { id }, $defs: { Id: { type: 'string', readOnly: true } } };
    expect(places({}, root)).toEqual([]);
    expect(places({ id: 5 }, root)).toEqual(['schema-type id: a text']);
  });

  it('names what would do as well as what is missing', () => {
    const kinds = [{ required: ['mask'] }, { required: ['mask_prompt'] }];
    const [missing] = schemaProblems({}, { oneOf: kinds }, { root: {} });
    expect(missing).toMatchObject({ place: ['mask'], orElse: ['mask_prompt'] });
  });

  it.each([
    ['a schema of another document', { $ref: 'https://example.com/other.json' }],
    ['a reference that leads nowhere', { $ref: '#/$defs/gone' }],
    ['what is not of such a schema', { not: { $ref: '#/$defs/gone' } }],
    ['one of kinds that nobody can read', { oneOf: [{ $ref: 'a' }, { $ref: 'b' }] }],
    ['a condition that nobody can read', { if: { $ref: 'a' }, then: false, else: false }],
    ['a pattern that is none', { pattern: '(' }],
    ['what no such pattern matches', { not: { pattern: '(' } }],
    ['a reference to itself', { $ref: '#' }],
    ['a type nobody knows', { type: 'banana' }],
  ])('has the benefit of the doubt: %s', (_, schema) => {
    expect(places('fox', schema)).toEqual([]);
  });
});

describe('a pattern that would keep a backtracking engine busy for ages', () => {
  const root = { properties: { a: { pattern: '^(a+)+$' } } };
  const text = `${'a'.repeat(36)}!`;

  it('is judged where it is quick', () => {
    const inTime = { root, tools: judgeTools() };
    expect(firstProblem({ a: 'b' }, root, inTime)?.place).toEqual(['a']);
    expect(firstProblem({ a: 'aaa' }, root, inTime)).toBeUndefined();
  });

  it('has the benefit of the doubt in bounded time, with any others behind it', () => {
    const { matches } = judgeTools();
    const cpuMs = startCpuTime();
    for (let others = 0; others < 100; others += 1)
      expect(matches(`^(a+)+${'b?'.repeat(others)}$`, text)).toBeUndefined();
    expect(cpuMs()).toBeLessThan(2_000);
    expect(judgeTools().matches('^(a+)+$', 'aaa')).toBe(true);
  });
});
