import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';

const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const socket = `genctl-test-${process.pid}`;
const homes: string[] = [];

function tmux(...words: string[]): string {
  return execFileSync('tmux', ['-L', socket, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

afterEach(() => {
  tmux('kill-server');
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

/** A shell in a real terminal of that many columns, with an empty home. */
function openTerminal(columns: number, variables: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'genctl-terminal-'));
  homes.push(home);
  const environment = {
    GENCTL_HOME: join(home, 'genctl'),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    PS1: '$ ',
    ...variables,
  };
  const words = Object.entries(environment).map(([name, value]) => `${name}='${value}'`);
  const shell = `cd '${home}' && exec env -u CI -u NO_COLOR ${words.join(' ')} bash --norc --noprofile`;
  tmux('new-session', '-d', '-x', String(columns), '-y', '40', shell);
  const screen = (...flags: string[]): string => tmux('capture-pane', '-p', ...flags).trimEnd();
  return {
    screen,
    type: (text: string) => tmux('send-keys', '-l', text),
    press: (key: string) => tmux('send-keys', key),
    run: (words: string) => tmux('send-keys', `node '${binary}' ${words}; echo "ended $?"`, 'Enter'),
    /** Looks at the screen until it shows that, a hundred times at most. */
    async until(pattern: RegExp): Promise<string> {
      for (let look = 0; look < 100; look += 1) {
        const shown = screen();
        if (pattern.test(shown)) return shown;
        await delay(100);
      }
      throw new Error(`the screen never showed ${pattern}:\n${screen()}`);
    },
  };
}

const slow = 'submit "sandbox:slow a fox" -m vendor-a/image-1 --wait --sandbox';
const spinner = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/;

describe('in a real terminal', () => {
  it('one line moves while a job is waited for, and nothing of it stays', async () => {
    const terminal = openTerminal(100);
    terminal.run('submit "a fox" -m vendor-a/image-1 -D out --sandbox');
    await terminal.until(spinner);
    const after = await terminal.until(/ended 0/);
    expect(after).not.toMatch(spinner);
    expect(after).toMatch(
      /\n(job_\w+)\n[^\n]+ \1 succeeded after \d+s?[^\n]*\n[^\n]*out\/\1-1\.png\nended 0/,
    );
  });

  it('Ctrl-C leaves the job running, says how to go on, and ends 130', async () => {
    const terminal = openTerminal(100);
    terminal.run(slow);
    await terminal.until(spinner);
    terminal.press('C-c');
    const after = await terminal.until(/ended \d+/);
    expect(after).toContain('ended 130');
    expect(after).toMatch(/genctl wait job_\w+/);
    expect(after).not.toMatch(spinner);
  });

  it('fits into 40 columns without wrapping its moving line', async () => {
    const terminal = openTerminal(40);
    terminal.run(slow);
    await terminal.until(spinner);
    const moving = terminal
      .screen()
      .split('\n')
      .filter((line) => spinner.test(line));
    expect(moving).toHaveLength(1);
    expect(moving[0]?.length).toBeLessThanOrEqual(40);
    terminal.press('C-c');
    await terminal.until(/ended 130/);
  });

  it('has colours, and with NO_COLOR none', async () => {
    const coloured = openTerminal(100);
    coloured.run('models nope --sandbox');
    await coloured.until(/ended 11/);
    expect(coloured.screen('-e')).toContain('\u001b[');
    tmux('kill-server');
    const plain = openTerminal(100, { NO_COLOR: '1' });
    plain.run('models nope --sandbox');
    await plain.until(/ended 11/);
    expect(plain.screen('-e')).not.toContain('\u001b[');
  });

  it('with TERM=dumb moves nothing and says each change in a line', async () => {
    const terminal = openTerminal(100, { TERM: 'dumb' });
    terminal.run('submit "a fox" -m vendor-a/image-1 --wait --sandbox');
    const after = await terminal.until(/ended 0/);
    expect(after).toMatch(/job_\w+ succeeded after/);
  });

  it('asks for a key without showing it', async () => {
    const terminal = openTerminal(100);
    terminal.run('auth login --base-url http://127.0.0.1:9');
    await terminal.until(/API key/);
    terminal.type('sbx_secret');
    terminal.press('Enter');
    const after = await terminal.until(/ended \d+/);
    expect(after).not.toContain('sbx_secret');
  });
});
