import { afterEach, describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { jobsMade, realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-pick-drafts');
afterEach(() => terminals.close());

describe('finalize without an id, in a real terminal', () => {
  it('makes the finals of the drafts that are ticked, and says what they should cost once one was charged', async () => {
    const terminal = terminals.open(140, { NO_COLOR: '1' });
    terminal.run('draft "a fox" --duration 4 --takes 2 --seed 7 -w -q --sandbox');
    await terminal.until(/ended 0/);
    terminal.run('finalize @last -w -q');
    await terminal.until(/ended 0[\s\S]*ended 0/);
    terminal.type('clear\n');
    terminal.run('finalize --yes');
    const asked = await terminal.until(/Enter finalizes none · Esc leaves/);
    expect(asked).toMatch(/a fox +job_\w+ +1 final, seed 8, [^,]*, v2/);
    terminal.press('Down', 'Space');
    const ticked = await terminal.until(/ticked +a fox \(seed 7\)/);
    expect(ticked).toMatch(
      /1 final, about \$\d+\.\d+ \(1 similar final was charged \$\d+\.\d+ here; the sandbox’s prices are invented\)/,
    );
    expect(jobsMade(terminal)).toBe(3);
    terminal.press('Enter');
    await terminal.until(/Each is charged\. a fox \(seed 7\)\n[\s\S]*ended 0/);
    expect(jobsMade(terminal)).toBe(4);
  });

  it('names the finals that were paid for before in its one question, and in a dry run asks nothing', async () => {
    const terminal = terminals.open(140, { NO_COLOR: '1' });
    terminal.run('draft "a fox" --duration 4 --seed 7 -w -q --sandbox');
    await terminal.until(/ended 0/);
    terminal.run('finalize @last -w -q');
    await terminal.until(/ended 0[\s\S]*ended 0/);
    terminal.type('clear\n');
    terminal.run('finalize @2 --dry-run');
    const dry = await terminal.until(/ended 0/);
    expect(dry).toMatch(/job_\w+ has a final already: job_\w+/);
    expect(dry).not.toContain('pay for another');
    terminal.type('clear\n');
    terminal.run('finalize -w');
    await terminal.until(/Enter finalizes none/);
    terminal.press('Space', 'Enter');
    await terminal.until(
      /job_\w+ has a final already: job_\w+\. Send 1 job, about \$\d+\.\d+ \(invented prices\)\? \(y\/N\)/,
    );
    terminal.press('y', 'Enter');
    const after = await terminal.until(/ended 0/);
    expect(after).not.toContain('pay for another');
    expect(jobsMade(terminal)).toBe(3);
  });

  it.each(sample(['Escape', 'C-c', 'Enter'], () => 'a key', 3))(
    '%s with nothing ticked leaves with nothing bought',
    async (key) => {
      const terminal = terminals.open(100, { NO_COLOR: '1' });
      terminal.run('draft "a fox" --duration 4 -w -q --sandbox');
      await terminal.until(/ended 0/);
      terminal.run('finalize');
      await terminal.until(/Esc leaves/);
      terminal.press('Down', key);
      const after = await terminal.until(/ended 130/);
      expect(after).toContain('No final was made or paid for; the drafts stay.');
      expect(after).toMatch(/→ genctl finalize\n/);
      expect(jobsMade(terminal)).toBe(1);
    },
  );
});
