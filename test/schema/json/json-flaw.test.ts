import { describe, expect, it } from 'vitest';
import { isPlainJson, jsonFlaw } from '../../../src/schema/json/json-flaw.ts';
import { jsonDepthMost } from '../../../src/schema/json/read-json.ts';

describe('a JSON text that arrives as it is written', () => {
  it.each([
    '{"seed":9007199254740991,"a":[1.0,1e3,1E+2,-0,0.1,0.30000000000000004,1e-7,123456789012345680000,0e999]}',
    '{"a":{"a":{"a":1}},"b":[{"x":1},{"x":1}],"":{"__proto__":1}}',
    '{"text":"9007199254740993, \\"seed\\": 1e400 {[","more":"\\\\"}',
    '5',
    '"9007199254740993"',
    `${'['.repeat(jsonDepthMost)}${']'.repeat(jsonDepthMost)}`,
  ])('has no flaw: %.60s', (text) => {
    expect(jsonFlaw(text)).toBeUndefined();
  });
});

describe('a JSON text that would arrive otherwise', () => {
  it.each([
    ['{"input":{"seed":9007199254740993}}', 'input.seed', '9007199254740993', '9007199254740992'],
    ['{"a":[0,{"b c":[1, -1e400]}]}', 'a[1]["b c"][1]', '-1e400', '-Infinity'],
    ['[0.1234567890123456789]', '[0]', '0.1234567890123456789', '0.12345678901234568'],
    ['1e-400', '', '1e-400', '0'],
    [
      '{"n":1,"m":123456789012345678901234567890}',
      'm',
      '123456789012345678901234567890',
      '1.2345678901234568e+29',
    ],
  ])('names the number that changes: %s', (text, path, literal, read) => {
    expect(jsonFlaw(text)).toEqual({ kind: 'number', path, literal, read });
  });

  it.each([
    ['{"seed":1,"seed":2}', 'seed'],
    ['{"input":{"content":[{"type":"text","text":"a","text":"a"}]}}', 'input.content[0].text'],
    ['{"a":{},"\\u0061":1}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('names what stands twice: %s', (text, path) => {
    expect(jsonFlaw(text)).toEqual({ kind: 'twice', path });
  });

  it('says how deep it is nested, and where that begins', () => {
    const text = `{"input":{"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`;
    expect(jsonFlaw(text)).toEqual({
      kind: 'deep',
      path: 'input.x[0][0][0][0][0][0]…',
      depth: 9_002,
    });
  });
});

const plain = (text: string): boolean => isPlainJson(text, JSON.parse(text));

describe('the quick look at a line', () => {
  it.each(['{"a": 1, "b": [{"c": "x"}, {"c": "y"}]}', '{}', '{"a":1.5}', '{"prompt":"say \\"hi\\" "}'])(
    'takes %s',
    (text) => {
      expect(plain(text)).toBe(true);
    },
  );

  it.each([
    '{"a":1,"a":2}',
    '{"b":{"a":1,"\\u0061":2}}',
    '{"a":9007199254740993}',
    '{"a":0.10000000000000000555}',
    '{"a":1e400}',
    '{"a":-1E400}',
    '{"__proto__":1,"__proto__":2}',
    `{"a":${'['.repeat(300)}${']'.repeat(300)}}`,
  ])('leaves %s to the thorough one, which finds a flaw', (text) => {
    expect(plain(text)).toBe(false);
    expect(jsonFlaw(text)).toBeDefined();
  });
});
