import { afterEach, describe, expect, it } from 'vitest';
import { type RealTerminal, realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-compose-drafts');
afterEach(terminals.close);

/** Picks the line of a menu that these words find. */
async function pick(terminal: RealTerminal, words: string, line: RegExp): Promise<void> {
  terminal.type(words);
  await terminal.until(line);
  terminal.press('Enter');
}

describe('drafts in compose, in a real terminal', () => {
  it('a draft is rendered first, and its final takes nothing beside it', async () => {
    const terminal = terminals.open(100);
    terminal.run("compose --sandbox -m vendor-b/video-2.5 'a fox runs' --wait");
    await terminal.until(/\? Pictures, clips, sound/);
    terminal.press('Enter');
    await terminal.until(/\? Options/);
    terminal.press('Enter');
    await terminal.until(/\? Ready/);
    await pick(terminal, 'render a draft', /→ render a draft first/);
    await terminal.until(/genctl draft 'a fox runs' --model \S+ --wait --sandbox[\s\S]*\? Ready/);
    await pick(terminal, 'send it', /→ send it/);
    expect(await terminal.until(/ended 0/)).toMatch(/job_\w+ .*succeeded/);
    terminal.press('C-l');
    terminal.run("compose --sandbox -m vendor-b/video-2.5 'a fox runs' --seed 8");
    await terminal.until(/\? Pictures, clips, sound/);
    await pick(terminal, 'draft', /→ add a draft/);
    await terminal.until(/\? Draft/);
    terminal.type('@last');
    terminal.press('Enter');
    await terminal.until(/a final takes its words and references from its draft/);
    terminal.press('Enter');
    await terminal.until(/\? Options/);
    terminal.press('Enter');
    const torn = await terminal.until(/\? Not ready[\s\S]*→ keep the draft alone/);
    expect(torn).toMatch(/! a final takes its prompt, .* this one has\s+the words and --seed of its own/);
    terminal.press('Enter');
    await terminal.until(/genctl finalize job_\w+ --sandbox[\s\S]*\? Ready/);
    await pick(terminal, 'leave it', /→ send it and leave it/);
    expect(await terminal.until(/ended 0/)).toContain('genctl wait job_');
  });
});
