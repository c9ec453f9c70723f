import { describe, expect, it } from 'vitest';
import { jsonDepthMost, readJson, tryReadJson } from '../../../src/schema/json/read-json.ts';

function nested(depth: number): string {
  return `${'['.repeat(depth)}1${']'.repeat(depth)}`;
}

describe('a JSON text of somebody else', () => {
  it('is read as JSON.parse reads it', () => {
    const text = '{"a":[1,-0.5,1e3,true,null,"\\u00e9"],"b":{"__proto__":1},"":{}}';
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it('is refused where it is none', () => {
    expect(() => readJson('{"a":')).toThrow(SyntaxError);
    expect(tryReadJson('{"a":')).toBeUndefined();
    expect(tryReadJson('null')).toBeNull();
  });

  it('keeps a whole number that is longer than a double holds as text, to the last digit', () => {
    const text = '{"id":9007199254740993,"all":[-123456789012345678901, 18446744073709551615],"seed": 1e400}';
    expect(readJson(text)).toEqual({
      id: '9007199254740993',
      all: ['-123456789012345678901', '18446744073709551615'],
      seed: '1e400',
    });
  });

  it('leaves numbers numbers that a double holds, and rounds fractions as everybody does', () => {
    const text =
      '{"a":9007199254740992,"b":12345678901234567000,"c":0.12345678901234567891,"d":1e21,"e":-0,"f":1e-400}';
    expect(JSON.stringify(readJson(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('changes nothing inside a text that looks like a number', () => {
    const text = JSON.stringify({ a: ', 12345678901234567890 ]', b: 'x\\": 9007199254740993', c: '\\' });
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it('becomes JSON text where it is nested too deep, however deep, and says the same', () => {
    for (const depth of [jsonDepthMost + 1, 9_000, 100_000]) {
      const read = readJson(`{"id":"job_1","meta":${nested(depth)},"after":{"é\\"":[[]]}}`);
      const text = JSON.stringify(read);
      expect(text.length).toBeGreaterThan(depth * 2);
      expect(read).toMatchObject({ id: 'job_1', after: { 'é"': [[]] } });
      expect(text).toContain(`"${nested(depth - jsonDepthMost + 1)}"`);
    }
  });

  it('keeps what a part that is too deep holds: names, texts, empty lists, all in order', () => {
    const inner = '{"a":[1,"two",null,{}],"b":{"c":[],"d":-0.5}}';
    const read = readJson('['.repeat(jsonDepthMost) + inner + ']'.repeat(jsonDepthMost));
    let innermost: unknown = read;
    while (Array.isArray(innermost)) innermost = innermost[0];
    expect(innermost).toBe(inner);
  });

  it('is read in time whatever is in it', () => {
    const wide = `[${'[],'.repeat(300_000)}{}]`;
    expect(readJson(wide)).toHaveLength(300_001);
    const slashes = `["${'\\\\'.repeat(300_000)}", 9007199254740993]`;
    expect(readJson(slashes)).toMatchObject({ 1: '9007199254740993' });
  });
});
