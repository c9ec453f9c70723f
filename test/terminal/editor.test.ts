import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { editorCommand, editText } from '../../src/terminal/lines/editor.ts';

const folder = mkdtempSync(join(tmpdir(), 'genctl-editor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ports(EDITOR: string) {
  return { environment: { ...process.env, EDITOR, GENCTL_API_KEY: 'a-key' }, platform: process.platform };
}

it('gives back what the editor made of it, without the newline that editors add', async () => {
  const edited = await editText('a fox\nin snow', 'prompt.txt', ports("sed -i 's/fox/owl/'"));
  expect(edited).toEqual({ text: 'a owl\nin snow' });
});

it.each(['', 'a fox', 'a fox\n'])(
  'says that nothing was changed where it was left unsaved: %j',
  async (text) => {
    expect(await editText(text, 'prompt.txt', ports('true'))).toMatchObject({ said: { kind: 'fact' } });
  },
);

it('the file is its owner’s alone, and gone afterwards', async () => {
  const log = join(folder, 'log');
  await editText('secret', 'prompt.txt', ports(`stat -c '%a %n' >> '${log}'`));
  const [mode, path = ''] = readFileSync(log, 'utf8').trim().split(' ');
  expect(mode).toBe('600');
  expect(existsSync(path)).toBe(false);
});

it.each(['false #', 'no-such-editor-anywhere 2>/dev/null'])(
  'says that it did not end well: %s',
  async (command) => {
    expect(await editText('x', 'x.json', ports(command))).toMatchObject({ said: { kind: 'fault' } });
  },
);

it('does not get the key', async () => {
  const edited = await editText('x', 'x.json', ports('test -z "$GENCTL_API_KEY" && true'));
  expect(edited).toMatchObject({ said: { kind: 'fact' } });
});

it('says where its program is not there', async () => {
  const edited = await editText('x', 'x.json', ports('no-such-editor-anywhere --wait'));
  expect(edited).toEqual({
    said: {
      kind: 'fault',
      text: 'The editor did not end well: there is no program for no-such-editor-anywhere --wait',
    },
  });
});

it('is VISUAL before EDITOR, and an empty variable is none', () => {
  const named = (environment: Record<string, string>) => editorCommand({ environment, platform: 'linux' });
  expect(named({ VISUAL: 'emacs', EDITOR: 'ed' })).toBe('emacs');
  expect(named({ VISUAL: '', EDITOR: 'ed' })).toBe('ed');
  expect(named({})).toBe('vi');
});

it('ends with the signal that ends the program', async () => {
  const ending = new AbortController();
  const edited = editText('x', 'x.json', { ...ports('sleep 60 #'), signal: ending.signal });
  ending.abort();
  expect(await edited).toMatchObject({ said: { kind: 'fault' } });
});
