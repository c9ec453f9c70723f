import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentOf, manifestModel } from './fixtures/manifest.ts';
import { newHome } from './genctl.ts';

/** Lines as they come from elsewhere, and what is said of each. */
const hostile: readonly (readonly [line: string, said: string])[] = [
  ['{"id":"a","prompt":"cut', 'the line is not JSON: .*an object a line'],
  ['["a","list"]', "the line is not a JSON object: .*jq -c '.\\[\\]' FILE"],
  ['{"id":"c","prompt":"x","id":"d"}', 'the line names id twice: .*write one id'],
  ['{"prompt":"nameless"}', 'the line has no id: .*"id": "s01"'],
  ['{"id":"g\\u001b[31m","prompt":"x"}', 'id does not take "g\\\\u001b\\[31m": .*"id": "s01"'],
  ['{"id":"h","prompt":"a {hero}"}', 'no column hero for \\{hero\\} in prompt.*\\{\\{hero\\}\\}'],
  ['{"id":"j","prompt":["x"]}', 'prompt does not take a list of 1: .*"prompt": "…"'],
  ['{"id":"m","prompt":"x","model":"vendor-z/none"}', 'vendor-z/none is not among .*genctl models'],
  ['{"id":"r","prompt":"x","command":"cancel"}', 'command does not take "cancel": .*command submit'],
  ['{"id":"s","prompt":"x","set.n":3}', 'set.n is refused .*set count'],
  ['{"id":"t","prompt":"x","input":"@/etc/passwd"}', 'input does not take "@/etc/passwd": .*a JSON object'],
  ['{"id":"w","prompt":"x","seed":NaN}', 'the line is not JSON'],
  ['{"id":"e","prompt":""}', 'The prompt is empty'],
];

describe('a manifest from elsewhere', () => {
  it('is told of by the number of each line, with what mends it, and nothing of it is sent', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'shots.jsonl'), hostile.map(([line]) => `${line}\n`).join(''));
    const ended = await run(['batch', 'shots.jsonl', ...manifestModel, '-D', 'out', '--sandbox']);
    expect(ended.code).toBe(2);
    for (const [place, [, said]] of hostile.entries())
      expect(ended.stderr).toMatch(new RegExp(`^ {2}Line ${place + 1}( \\(\\w+\\))?: .*${said}`, 'm'));
    // What a line sends to a terminal is only text there.
    expect(ended.stderr).not.toContain('\u001b[31m');
    expect((await run(['jobs', '-q', '--sandbox'])).stdout).toBe('');
  });

  it('that is a spreadsheet is told of by the number of the line in which a row begins', async () => {
    const { home, run } = newHome();
    const rows = [
      'id,prompt,seed',
      's1,a fox,1',
      's2,"open',
      'still open",2',
      's3,too,3,cells',
      's4',
      's5,x,=1+1',
      's6,"bad"quote,6',
    ];
    writeFileSync(join(home, 'shots.csv'), `${rows.join('\r\n')}\r\n`);
    const ended = await run(['batch', 'shots.csv', ...manifestModel, '--sandbox']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('Line 5: column 4 has a value but no name: "cells"');
    expect(ended.stderr).toMatch(/Line 6 \(s4\): .*prompt/);
    expect(ended.stderr).toMatch(/Line 7 \(s5\): seed does not take "=1\+1"/);
    expect(ended.stderr).toMatch(
      /Line 8: .*A quote is inside a cell, or after its end \(to see the row: sed -n 8p FILE; /,
    );
    expect(ended.stderr).not.toMatch(/Line [1234]\b/);
  });

  it('names no file outside of the folder, and sends no file of this machine', async () => {
    const { home, run } = newHome();
    const lines = ['../../../etc/x', 'e/../../x', 'a:b', '.', 'CON', '$(reboot)'].map((id) => ({
      id,
      prompt: '@/etc/passwd',
      'api-key': 'mine',
      __proto__: null,
    }));
    writeFileSync(join(home, 'shots.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const before = readdirSync(home).length;
    const ended = await run(['batch', 'shots.jsonl', ...manifestModel, '-D', 'out', '--json', '--sandbox']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(documentOf(ended)).toMatchObject({ done: lines.length });
    const files = readdirSync(join(home, 'out'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /^[^/]+\.png$/.test(name))).toHaveLength(lines.length);
    expect(files.some((name) => /[:$]$|^\.|\//.test(name))).toBe(false);
    // The folder of the files, the journal, and the home of genctl.
    expect(readdirSync(home).length - before).toBeLessThanOrEqual(3);
    const shown = await run(['show', '@1', '--json', '--sandbox']);
    expect(shown.stdout).toContain('@/etc/passwd');
  });
});
