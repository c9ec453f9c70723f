import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type RealTerminal, realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-terminal');
const atLifeSpeed = { GENCTL_SANDBOX_SPEED: '1' };
const openTerminal = (columns: number, variables: Record<string, string> = {}) =>
  terminals.open(columns, { ...atLifeSpeed, ...variables });
afterEach(() => terminals.close());

const slow = 'submit "sandbox:slow a fox" -m vendor-a/image-1 --wait --sandbox';
const spinner = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/;

/** The last line of the screen that moves; empty for none. */
const movingLine = (terminal: RealTerminal): string =>
  terminal
    .screen()
    .split('\n')
    .findLast((line) => spinner.test(line)) ?? '';

describe('in a real terminal', () => {
  it('one line moves while a job is waited for, and nothing of it stays', async () => {
    const terminal = openTerminal(100);
    terminal.run('submit "a fox" -m vendor-a/image-1 -D out --sandbox');
    await terminal.until(spinner);
    await terminal.until(/(queued|running) · [\d.]+s · job_\w+ · vendor-a\/image-1/);
    const after = await terminal.until(/ended 0/);
    expect(after).not.toMatch(spinner);
    expect(after).toMatch(
      /--sandbox[^\n]*\n✓ job_(\w{6}) {2}succeeded after [\d.]+s {2}\$[\d.]+\n {2}out\/a-fox-\1\w+-1\.png \([\d.]+ kB\)\nended 0/,
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

  it('a manifest that is to come from stdin is not waited for where nothing is piped in', async () => {
    const terminal = openTerminal(100);
    terminal.run('batch - --batch shots --sandbox');
    expect(await terminal.until(/ended 2/)).toMatch(
      /- reads stdin, and stdin is a terminal[\s\S]*→ cat FILE \| genctl batch - --batch shots --sandbox\n/,
    );
  });

  it('stays one line when the window becomes narrower and wider during a wait', async () => {
    const terminal = openTerminal(100);
    terminal.run(slow);
    await terminal.until(spinner);
    for (const columns of [50, 30, 120]) {
      terminal.resize(columns);
      const before = movingLine(terminal);
      await expect
        .poll(() => movingLine(terminal), { timeout: 30_000 })
        .toSatisfy((line) => line !== before && line.length > 0 && line.length <= columns);
    }
    const shown = await terminal.until(spinner);
    expect(shown.split('\n').at(-1)).toMatch(spinner);
    terminal.press('C-c');
    const after = await terminal.until(/ended 130/);
    expect(after.split('\n').slice(-3).join('\n')).not.toMatch(spinner);
  });

  it('has colours, and with NO_COLOR none', async () => {
    const coloured = openTerminal(100);
    coloured.run('models nope --sandbox');
    await coloured.until(/ended 11/);
    expect(coloured.screen('-e')).toContain('\u001b[');
    const plain = openTerminal(100, { NO_COLOR: '1' });
    plain.run('models nope --sandbox');
    await plain.until(/ended 11/);
    expect(plain.screen('-e')).not.toContain('\u001b[');
  });

  it('with TERM=dumb moves nothing and says each change in a line', async () => {
    // Slow enough to be seen running, whatever else the machine does.
    const terminal = openTerminal(100, { TERM: 'dumb', GENCTL_SANDBOX_SPEED: '0.1' });
    terminal.run('submit "a fox" -m vendor-a/image-1 --wait --sandbox');
    const after = await terminal.until(/ended 0/);
    expect(after).toMatch(/\n(job_\w{6}) submitted\n(\1 \w+.*\n)+\+ \1 {2}succeeded after/);
  });

  it.each([
    ['never', false],
    ['always', true],
  ])('rings when a wait is over, where that is set (%s)', async (bell, rings) => {
    const terminal = openTerminal(100);
    const bytes = join(terminal.home, 'bytes');
    terminal.record(bytes);
    terminal.run(`config set bell ${bell}`);
    await terminal.until(/ended 0/);
    terminal.type('genctl submit "a fox" -m vendor-a/image-1 --wait --sandbox; echo "over $?"\n');
    // What was written before a line is in the file once the line is.
    await expect.poll(() => readFileSync(bytes, 'latin1'), { timeout: 60_000 }).toMatch(/over 0\r?\n/);
    expect(readFileSync(bytes).includes('\u0007')).toBe(rings);
  });

  it.each(['finalize --sandbox'])('with TERM=dumb says why it asks nothing: %s', async (words) => {
    const terminal = openTerminal(100, { TERM: 'dumb', GENCTL_SANDBOX_SPEED: 'instant' });
    terminal.run('draft x --wait --sandbox -q');
    await terminal.until(/ended 0/);
    terminal.run(words);
    expect(await terminal.until(/ended 2/)).toContain('TERM=dumb');
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

  it.each(['submit - -m vendor-a/image-1 --sandbox'])(
    'does not wait for what is typed where nothing is piped in: %s',
    async (words) => {
      const terminal = openTerminal(100);
      terminal.run(words);
      expect(await terminal.until(/ended 2/)).toContain('stdin is a terminal');
    },
  );
});
