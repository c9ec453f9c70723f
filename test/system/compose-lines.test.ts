import { afterEach, describe, expect, it } from 'vitest';
import { realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-lines');
afterEach(terminals.close);

describe('words of several lines, in a real terminal', () => {
  it('opens the editor for words of several lines', async () => {
    const terminal = terminals.open(100, { VISUAL: '', EDITOR: 'printf "a fox\\nin snow\\n" >' });
    terminal.run('compose -m vendor-a/image-1 --sandbox');
    await terminal.until(/\? Prompt[\s\S]*Ctrl-G opens printf/);
    terminal.press('C-g');
    await terminal.until(/\? Options/);
    terminal.press('Enter');
    const shown = await terminal.until(/\? Ready/);
    expect(shown).toContain('"prompt": "a fox\\nin snow"');
    expect(shown).toContain("genctl submit 'a fox\nin snow' --model");
  });

  it('an editor that is left unsaved changes no words, and makes no value of nothing', async () => {
    const terminal = terminals.open(100, { VISUAL: '', EDITOR: 'true' });
    terminal.run('compose -m vendor-a/image-1 --sandbox');
    await terminal.until(/\? Prompt\s+Ctrl-G opens true/);
    terminal.type('a red');
    terminal.press('C-g');
    expect(await terminal.until(/\? Prompt a red\n +Nothing was changed in true\./)).not.toContain('✓');
    terminal.type(' fox');
    terminal.press('Enter');
    await terminal.until(/\? Options/);
    terminal.press('Escape');
    await terminal.until(/\? Prompt \(a red fox\)/);
    terminal.press('C-g');
    expect(await terminal.until(/\? Prompt \(a red fox\)\n +Nothing was changed/)).not.toContain('✓');
    terminal.press('Enter');
    await terminal.until(/\? Options/);
    terminal.type('write it as');
    await terminal.until(/→ write it as JSON/);
    terminal.press('Enter');
    await terminal.until(/\? input, as JSON \(\{"prompt":"a red fox"\}\)/);
    terminal.press('C-g');
    await terminal.until(/\? input, as JSON \(\{"prompt":"a red fox"\}\)\n +Nothing was changed/);
  });

  it('the editor has the words that were typed, and what it leaves is judged before it is the answer', async () => {
    const terminal = terminals.open(100, { VISUAL: '', EDITOR: 'sed -i "s/fox/owl/"' });
    terminal.run('compose "a fox" -m vendor-a/image-1 --sandbox');
    await terminal.until(/\? Options/);
    terminal.type('write it as');
    await terminal.until(/→ write it as JSON/);
    terminal.press('Enter');
    await terminal.until(/\? input, as JSON/);
    terminal.type('{"prompt": fox}');
    await terminal.until(/fox\}/);
    terminal.press('C-g');
    await terminal.until(/\? input, as JSON \{"prompt": owl\}\n✗ It is not JSON yet/);
    terminal.press('C-u');
    terminal.type('{"prompt": "fox"}');
    await terminal.until(/"fox"\}/);
    terminal.press('C-g');
    await terminal.until(/✓ input, as JSON \{"prompt": "owl"\}[\s\S]*\? Ready/);
  });

  it('an editor that is not there leaves the words, and is named', async () => {
    const terminal = terminals.open(100, { VISUAL: '', EDITOR: 'no-such-editor 2>/dev/null' });
    terminal.run('compose -m vendor-a/image-1 --sandbox');
    await terminal.until(/\? Prompt/);
    terminal.type('a fox');
    terminal.press('C-g');
    await terminal.until(/\? Prompt a fox\n✗ The editor did not end well: .*no-such-editor/);
    terminal.press('Enter');
    await terminal.until(/\? Options/);
  });

  it('a paste of several lines is the answer to one question, and keeps its lines', async () => {
    const terminal = terminals.open(100);
    terminal.run('compose -m vendor-a/image-1 --sandbox');
    await terminal.until(/\? Prompt/);
    terminal.paste('a fox\nin snow\n');
    await terminal.until(/\? Prompt a fox↵in snow\s+2 lines; ↵ is where one ends/);
    terminal.press('Enter');
    await terminal.until(/\? Options/);
    terminal.press('Enter');
    expect(await terminal.until(/\? Ready/)).toContain('"prompt": "a fox\\nin snow"');
  });
});
