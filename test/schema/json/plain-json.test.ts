import { describe, expect, it } from 'vitest';
import { jsonFlaw } from '../../../src/schema/json/json-flaw.ts';
import { isPlainJson } from '../../../src/schema/json/plain-json.ts';

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
