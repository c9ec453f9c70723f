import { describe, expect, it } from 'vitest';
import { canonicalJson, changedPaths, isSameJson } from '../../../src/schema/json/canonical-json.ts';

describe('canonical JSON', () => {
  it('is the same text whatever the order of keys', () => {
    const one = { b: [{ y: 1, x: 2 }, null], a: 'é"\n', c: { d: 1.5, B: true } };
    const other = { c: { B: true, d: 1.5 }, a: 'é"\n', b: [{ x: 2, y: 1 }, null] };
    expect(canonicalJson(one)).toBe(canonicalJson(other));
    expect(canonicalJson(one)).toBe('{"a":"é\\"\\n","b":[{"x":2,"y":1},null],"c":{"B":true,"d":1.5}}');
  });

  it('keeps the order of lists and reads back as the same value', () => {
    expect(canonicalJson([2, 1])).toBe('[2,1]');
    const value = { z: [], a: {}, 'odd key': [[1], { k: null }], 2: 'b', 10: 'a' };
    expect(JSON.parse(canonicalJson(value))).toEqual(value);
  });

  it('leaves out what JSON cannot say', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(canonicalJson([undefined])).toBe('[null]');
  });
});

describe('what changed between two bodies', () => {
  it('is nothing where only the order of keys differs', () => {
    expect(
      changedPaths({ a: 1, b: { c: [1, { d: 2, e: 3 }] } }, { b: { c: [1, { e: 3, d: 2 }] }, a: 1 }),
    ).toEqual([]);
  });

  it('is said leaf by leaf, with both values', () => {
    const before = { model: 'm', input: { duration: 5, content: [{ text: 'a' }], seed: 0, 'odd key': 1 } };
    const after = {
      model: 'm',
      input: { duration: 8, content: [{ text: 'b' }, 7], 'odd key': 2 },
      output: { count: 2 },
    };
    expect(changedPaths(before, after)).toEqual([
      { path: 'input.duration', before: 5, after: 8 },
      { path: 'input.content[0].text', before: 'a', after: 'b' },
      { path: 'input.content[1]', before: undefined, after: 7 },
      { path: 'input.seed', before: 0, after: undefined },
      { path: 'input["odd key"]', before: 1, after: 2 },
      { path: 'output', before: undefined, after: { count: 2 } },
    ]);
  });

  it('tells an empty list from an empty object and null from absent', () => {
    expect(changedPaths({ a: [], b: null }, { a: {} })).toEqual([
      { path: 'a', before: [], after: {} },
      { path: 'b', before: null, after: undefined },
    ]);
    expect(changedPaths([], {})).toEqual([{ path: 'body', before: [], after: {} }]);
  });
});

describe('two values', () => {
  const object = { a: 1, b: [{ c: null }, 'é'], d: { e: undefined } };
  const values: unknown[] = [
    ...[undefined, null, 0, -0, 1, '', '1', 'é', true, [], {}, [1], ['1'], [null], [undefined], [[]], [{}]],
    ...[{ a: 1 }, { a: 1, b: undefined }, { a: undefined }, { b: undefined }, { a: null }, { a: [1, 2] }],
    ...[
      { a: [2, 1] },
      { a: { b: 1 } },
      { a: { b: 1, c: undefined } },
      { constructor: 1 },
      { toString: undefined },
    ],
    ...[object, { d: {}, b: [{ c: null }, 'é'], a: 1 }, { ...object, b: [{ c: 0 }, 'é'] }],
  ];

  it('are the same where their canonical JSON is', () => {
    let same = 0;
    for (const one of values)
      for (const other of values) {
        const expected = canonicalJson(one) === canonicalJson(other);
        expect(isSameJson(one, other), `${JSON.stringify(one)} and ${JSON.stringify(other)}`).toBe(expected);
        if (expected) same += 1;
      }
    expect(same).toBeGreaterThan(values.length);
  });
});
