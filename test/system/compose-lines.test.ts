import { afterEach, describe, expect, it } from 'vitest';
import { realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-lines');
afterEach(terminals.close);

describe('words of several lines, in a real terminal', () => {
  it('opens the editor for words of several lines', async () => {
    const terminal = terminals.open(100, { VISUAL: '', EDITOR: 'printf "a fox\\nin snow\\n" >' });
    terminal.run('compose -m vendor-a/image-1 --sandbox');
    await terminal.until(/\? Prompt[\s\S]*e opens printf/);
    terminal.type('e');
    terminal.press('Enter');
    await terminal.until(/\? Options/);
    terminal.press('Enter');
    const shown = await terminal.until(/\? Ready/);
    expect(shown).toContain('"prompt": "a fox\\nin snow"');
    expect(shown).toContain("genctl submit 'a fox\nin snow' --model");
  });

  it('an editor that is left unsaved changes no words, and makes no value of nothing', async () => {
    const terminal = terminals.open(100, { VISUAL: '', EDITOR: 'true' });
    terminal.run('compose -m vendor-a/image-1 --sandbox');
    await terminal.until(/\? Prompt\s+e opens true/);
    terminal.type('e');
    terminal.press('Enter');
    await terminal.until(/Nothing was changed in true\.\n\? Prompt\n/);
    terminal.type('a red fox');
    terminal.press('Enter');
    await terminal.until(/\? Options/);
    terminal.press('Escape');
    await terminal.until(/\? Prompt \(a red fox\)/);
    terminal.type('e');
    terminal.press('Enter');
    await terminal.until(/changed in true[\s\S]*changed in true\.\n\? Prompt \(a red fox\)/);
    terminal.press('Enter');
    await terminal.until(/\? Options/);
    terminal.type('write it as');
    await terminal.until(/→ write it as JSON/);
    terminal.press('Enter');
    await terminal.until(/\? input, as JSON \(\{"prompt":"a red fox"\}\)/);
    terminal.type('e');
    terminal.press('Enter');
    await terminal.until(/changed in true\.\n\? input, as JSON \(\{"prompt":"a red fox"\}\)/);
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

  it('what is pasted in several lines is one where there is room for no more, and that is said', async () => {
    const terminal = terminals.open(100);
    terminal.run('compose "a fox" -m vendor-a/image-1 --sandbox');
    await terminal.until(/\? Options/);
    terminal.type('seed');
    await terminal.until(/→ --seed/);
    terminal.press('Enter');
    await terminal.until(/\? --seed/);
    terminal.paste('1\n2\n');
    await terminal.until(/\? --seed 1 2\s+[\s\S]*It takes/);
  });
});
