import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deepJson } from './fixtures/deep-json.ts';
import { errorOf, newHome } from './genctl.ts';

const sandboxed = ['-m', 'vendor-a/image-1', '--sandbox', '--json'];

describe('odd input', () => {
  const { home, run } = newHome();

  it('two flags that both read stdin are refused, and not one of them left empty', async () => {
    const ended = await run(['submit', '-p', '-', '--input', '-', ...sandboxed], { stdin: '{"size":"1x1"}' });
    expect(ended.code, ended.stderr).toBe(2);
    expect(errorOf(ended)).toMatchObject({ code: 'stdin_twice' });
  });

  it.each([
    ['@latin-1.txt', ''],
    ['-', Buffer.from([0x66, 0xe9])],
  ])(
    'a prompt that is not UTF-8 (%s) is refused, and not sent with its letters replaced',
    async (source, stdin) => {
      writeFileSync(join(home, 'latin-1.txt'), Buffer.from('caf\u00e9', 'latin1'));
      const ended = await run(['submit', '-p', source, ...sandboxed], { stdin });
      expect(ended.code, ended.stderr).toBe(2);
      expect(errorOf(ended)).toMatchObject({ code: 'file_unreadable', why: 'It is not text in UTF-8.' });
    },
  );

  it.each<[string, string[], string]>([
    ['--set', ['--set', 'seed=9007199254740993'], 'json_number'],
    ['--seed', ['--seed', '9007199254740993'], 'invalid_flag'],
    ['--input', ['--input', '{"a":[0,1e400]}'], 'json_number'],
    ['--input from a file', ['--input', '@wide.json'], 'json_number'],
    ['--input, where a name stands twice,', ['--input', '{"seed":1,"seed":2}'], 'json_twice'],
    ['--input, where it is nested without an end,', ['--input', '@deep.json'], 'json_deep'],
    ['--set, where it is nested without an end,', ['--set', `a=${deepJson(9_000)}`], 'json_deep'],
  ])('%s is never sent otherwise than it is written', async (_, words, code) => {
    writeFileSync(join(home, 'wide.json'), '{"guidance": 0.12345678901234567891}');
    writeFileSync(join(home, 'deep.json'), `{"a":${deepJson(9_000)}}`);
    const ended = await run(['submit', 'fox', ...words, ...sandboxed]);
    expect(ended.code, ended.stderr).toBe(2);
    expect(errorOf(ended)).toMatchObject({ code, why: expect.any(String), hint: expect.any(String) });
  });

  it.each([
    ['a prompt', ['submit', 'fox\u009b31m\u202e\u001b[2J', '-m', 'vendor-a/image-1']],
    ['the request of a stranger', ['rerun', './stranger.json']],
  ])('%s that steers a terminal is spelled out in a dry run, and is the same JSON', async (_, words) => {
    const prompt = 'fox\u009b31m\u202e\u001b[2J';
    const request = { model: 'vendor-a/image-1', input: { prompt } };
    writeFileSync(join(home, 'stranger.json'), JSON.stringify({ schema: 'genctl.sidecar/v1', request }));
    const ended = await run([...words, '--dry-run', '--sandbox']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
    expect(JSON.parse(ended.stdout.slice(ended.stdout.indexOf('{')))).toEqual(request);
  });

  it('a whole body or a JSON beside a download is never sent otherwise than it is written', async () => {
    const body = '{"model":"vendor-a/image-1","input":{"prompt":"x","seed":12345678901234567890}}';
    const submitted = await run(['submit', '--body', '-', '--sandbox', '--json'], { stdin: body });
    expect([submitted.code, errorOf(submitted).code]).toEqual([2, 'json_number']);
    expect(errorOf(submitted).message).toContain('input.seed');
    writeFileSync(join(home, 'x.png.json'), `{"schema":"genctl.sidecar/v1","request":${body}}`);
    const again = await run(['rerun', './x.png.json', '--sandbox', '--json']);
    expect([again.code, errorOf(again).code]).toEqual([2, 'json_number']);
    expect(errorOf(again).message).toContain('request.input.seed');
  });

  it('a number that a double holds is sent as it is, however it is written', async () => {
    const input = '{"a":[1.0,1e3,-0,0.1,9007199254740991,1E-7]}';
    const ended = await run(['submit', 'fox', '--input', input, '--dry-run', ...sandboxed]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout).body.input.a).toEqual([1, 1000, 0, 0.1, 9007199254740991, 1e-7]);
  });
});
