import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { jobsMade, type RealTerminal, realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-compose');
afterEach(terminals.close);

/** Answers up to the summary of a picture. */
async function composePicture(terminal: RealTerminal, words: string): Promise<void> {
  await terminal.until(/\? Model/);
  terminal.type('image-1');
  await terminal.until(/→ vendor-a\/image-1/);
  terminal.press('Enter');
  await terminal.until(/\? Prompt/);
  terminal.type(words);
  terminal.press('Enter');
  await terminal.until(/\? Options/);
  terminal.press('Enter');
  await terminal.until(/\? Ready/);
}

function kept(terminal: RealTerminal): string[] {
  const folder = join(terminal.home, 'genctl/compositions');
  return existsSync(folder) ? readdirSync(folder) : [];
}

describe('in a real terminal', () => {
  it('genctl alone leads from nothing to a file', async () => {
    const terminal = terminals.open(100);
    terminal.run('');
    await terminal.until(/No account yet[\s\S]*→ try the sandbox/);
    terminal.press('Enter');
    const models = await terminal.until(/\? Model[\s\S]*only on v1: genctl submit … -m spicy\/\S+/);
    expect(models).toMatch(/image-1 +image · about \$[\d.]+ \(the price list\)/);
    await composePicture(terminal, 'a red fox in snow');
    terminal.press('Down', 'Enter');
    const after = await terminal.until(/ended \d+/);
    expect(after).toContain("genctl submit 'a red fox in snow' --model vendor-a/image-1 --sandbox");
    expect(after).toMatch(/a-red-fox-in-snow-\w{8}-1\.png \([\d.]+ k?B\)\nended 0/);
    expect(readdirSync(terminal.home).some((name) => name.endsWith('-1.png'))).toBe(true);
    expect(kept(terminal)).toEqual([]);
  });

  it('Enter once too often at the end sends nothing', async () => {
    const terminal = terminals.open(100);
    terminal.run('compose --sandbox');
    await composePicture(terminal, 'a red fox');
    await terminal.until(/Enter alone sends nothing/);
    terminal.press('Enter', 'Enter', 'Enter');
    terminal.press('Up');
    await terminal.until(/→ save it for later/);
    terminal.press('C-c');
    expect(await terminal.until(/ended 130/)).toContain('Stopped before anything was sent');
  });

  it('sends nothing whose row is not on the screen, however low the terminal is', async () => {
    const terminal = terminals.open(80);
    for (const lines of [8, 2]) {
      terminal.resize(80, lines);
      terminal.run("compose -m vendor-b/video-2.5 -p 'a fox' --sandbox");
      await terminal.until(/→ none/);
      terminal.press('Enter');
      await terminal.until(/→ no more: show the request/);
      terminal.press('Enter');
      await terminal.until(/^ {2}send it /m);
      terminal.press('Down');
      await terminal.until(/^→ send it /m);
      terminal.press('C-c');
      await terminal.until(/→ genctl compose --resume|ended 130/);
    }
    terminal.resize(80, 50);
    await terminal.until(/ended 130/);
    expect(jobsMade(terminal)).toBe(0);
  });

  it('tells what the budgets have left, and over them how to go on', async () => {
    const terminal = terminals.open(100);
    terminal.run("config set budget.day '$0.01' && genctl compose --sandbox");
    await composePicture(terminal, 'a red fox');
    expect(terminal.screen('-J')).toMatch(/today's sandbox budget, \$0\.01: .*this may exceed it by \$0\.02/);
    terminal.press('Down', 'Enter');
    const after = await terminal.until(/ended 2/);
    expect(after).toContain('genctl kept your answers: genctl compose --resume red-fox');
    expect(after).toContain('--over-budget ignores it this once');
  });

  it('Ctrl-C keeps what was entered, and the line that it prints goes on with it', async () => {
    const terminal = terminals.open(100);
    terminal.run('compose --sandbox');
    await terminal.until(/\? Model/);
    terminal.press('Enter');
    await terminal.until(/\? Prompt/);
    terminal.type('a red fox');
    terminal.press('Enter');
    await terminal.until(/add a reference picture/);
    terminal.press('C-c');
    const left = await terminal.until(/ended 130/);
    expect(left).toMatch(/→ genctl compose --resume red-fox/);
    const file = join(terminal.home, 'genctl/compositions/red-fox.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    terminal.press('C-l');
    terminal.run('compose --resume red-fox');
    await terminal.until(/add a reference picture/);
    terminal.press('Enter');
    await terminal.until(/\? Options/);
    terminal.press('Enter');
    await terminal.until(/\? Ready/);
    terminal.press('Down', 'Down', 'Enter');
    await terminal.until(/job_\w+[\s\S]*ended 0/);
    expect(kept(terminal)).toEqual([]);
  });

  it('keeps what the service refused, and nothing of what became a job, however that ended', async () => {
    const terminal = terminals.open(100);
    terminal.run('compose --sandbox');
    await composePicture(terminal, 'sandbox:out_of_balance a fox');
    terminal.press('Down', 'Enter');
    expect(await terminal.until(/ended 15/)).toMatch(
      /kept your answers: genctl compose --resume sandbox-out-of/,
    );
    expect(kept(terminal)).toEqual(['sandbox-out-of.json']);
    terminal.press('C-l');
    terminal.run('compose --resume sandbox-out-of --prompt "sandbox:provider_failed a fox"');
    await terminal.until(/\? Ready/);
    terminal.press('Down', 'Enter');
    await terminal.until(/ended 5/);
    expect(kept(terminal)).toEqual([]);
  });

  it('starts from the request of an earlier job', async () => {
    const terminal = terminals.open(100);
    terminal.run('submit "a red fox" -m vendor-a/image-1 --set size=640x480 --sandbox');
    await terminal.until(/ended 0/);
    terminal.press('C-l');
    terminal.run('compose --from @last --dry-run');
    await terminal.until(/change size +640x480[\s\S]*/);
    terminal.press('Enter');
    const after = await terminal.until(/ended 0/);
    expect(after).toMatch(/POST .*\/v2\/jobs/);
    expect(kept(terminal)).toEqual([]);
  });

  it('at 40 columns each question is drawn once, and in whole lines', async () => {
    const terminal = terminals.open(40);
    terminal.run('compose --sandbox');
    await terminal.until(/\? Model/);
    terminal.press('Enter');
    await terminal.until(/\? Prompt/);
    terminal.type('a red fox runs through the snow in the morning light');
    const typed = await terminal.until(/light/);
    expect(typed.match(/\? Prompt/g)).toHaveLength(1);
    terminal.press('Enter');
    await terminal.until(/add a reference/);
    terminal.press('Down', 'Down', 'Up');
    const listed = await terminal.until(/→ add a reference picture/);
    expect(listed.match(/Pictures, clips, sound/g)).toHaveLength(1);
    terminal.press('C-c');
    await terminal.until(/ended 130/);
  });

  it('asks nothing on a dumb terminal, and genctl alone is help there', async () => {
    const terminal = terminals.open(100, { TERM: 'dumb' });
    terminal.run('compose --sandbox');
    expect(await terminal.until(/ended 2/)).toContain("genctl submit 'YOUR PROMPT' --model ID");
    terminal.run('');
    expect(await terminal.until(/ended 0/)).toContain('Usage: genctl');
  });
});
