import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { picture, put } from '../request/references/fixtures/media-files.ts';
import { realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-cast');
afterEach(terminals.close);

describe('a cast, in a real terminal', () => {
  it('a prompt calls a picture of the cast by its number, and says where there is none', async () => {
    const terminal = terminals.open(100);
    for (const name of ['fox', 'side']) put(terminal.home, `${name}.png`, picture());
    writeFileSync(join(terminal.home, '.genctl.json'), '{"cast": {"fox": ["fox.png", "side.png"]}}');
    terminal.run("compose --sandbox -m vendor-b/video-2.5 '{{fox}} runs' --dry-run");
    await terminal.until(/\? Pictures, clips, sound/);
    terminal.press('Enter');
    await terminal.until(/\? Options/);
    terminal.press('Enter');
    expect(await terminal.until(/\? Ready/)).toContain('"text": "{fox} runs"');
    terminal.press('Down', 'Down', 'Enter');
    await terminal.until(/\? Prompt \(\{\{fox\}\} runs\)/);
    terminal.type('{fox} runs');
    terminal.press('Enter');
    await terminal.until(/no reference is @fox[\s\S]*\? Not ready/);
    terminal.press('Down');
    await terminal.until(/→ change pictures/);
    terminal.press('Enter');
    await terminal.until(/\? Pictures, clips, sound/);
    terminal.press('Down', 'Enter');
    terminal.type('@fox');
    await terminal.until(/2 files: fox\.png, side\.png/);
    terminal.press('Enter');
    await terminal.until(/images 1 and 2 +@fox/);
    terminal.press('Enter');
    const ready = await terminal.until(/\? Ready/);
    expect(ready).toContain('"text": "images 1 and 2 runs"');
    expect(ready).toMatch(/genctl submit '\{fox\} runs' --model \S+ --ref-image @fox/);
  });
});
