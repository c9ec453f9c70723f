import { afterEach, describe, expect, it } from 'vitest';
import { realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-lines');
afterEach(terminals.close);

describe('words of several lines, in a real terminal', () => {
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
    await terminal.until(/✓ Prompt owl[\s\S]*\? Ready/);
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
