import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, newHome } from './genctl.ts';

const image = ['-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox'];
const seen = { terminal: 100, env: { NO_COLOR: '1' } };
const short = /job_\w{6}/;

const linesOf = ({ screen = '' }: Ended): string[] => screen.split('\n').slice(0, -1);

describe('a job on a terminal', () => {
  it('is told in two lines: what became of it, and its file where it was asked for', async () => {
    const { home, run } = newHome();
    const ended = await run(['submit', 'a red fox', ...image, '-D', 'out'], seen);
    expect(ended.code, ended.stderr).toBe(0);
    const [file] = readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'));
    const [submitted, ...told] = linesOf(ended).filter((line) => !/running|queued/.test(line));
    expect(submitted).toMatch(/^job_\w{6} submitted$/);
    expect(told).toEqual([
      expect.stringMatching(/^✓ job_\w{6} {2}succeeded after [\d.]+s {2}\$0\.\d+$/),
      expect.stringMatching(/^ {2}out\/\S+ \([\d.]+ k?B\)$/),
    ]);
    expect(told[1]).toContain(file);
  });

  it('has the id that can be typed, for every command that takes one', async () => {
    const { run } = newHome();
    const ended = await run(['submit', 'a red fox', ...image], seen);
    const [id = '', ...next] = linesOf(ended);
    expect(id).toMatch(/^job_\w{6}$/);
    expect(next.join('\n')).toContain(`genctl wait ${id} --download`);
    for (const command of ['status', 'wait', 'show', 'cancel', 'rerun'])
      expect((await run([command, id], seen)).screen, command).toMatch(short);
  });

  it('is waited for in two lines, the second of which fetches its files', async () => {
    const { run } = newHome();
    await run(['submit', 'a red fox', ...image]);
    const waited = linesOf(await run(['wait', '@last'], seen)).filter((line) => !/running|queued/.test(line));
    expect(waited).toEqual([
      expect.stringMatching(/^✓ job_\w{6} {2}succeeded after [\d.]+s {2}\$0\.\d+$/),
      expect.stringMatching(/^ {2}→ genctl download job_\w{6}$/),
    ]);
    const fetched = linesOf(await run(['download', '@last', '-D', 'out'], seen));
    expect(fetched).toEqual([waited[0], expect.stringMatching(/^ {2}out\/\S+ \(/)]);
  });

  it('that failed is told by its error alone, whose mend can be typed', async () => {
    const { run } = newHome();
    const ended = await run(['submit', 'sandbox:provider_failed', ...image, '-w'], seen);
    expect(ended.code).toBe(5);
    const [id = ''] = short.exec(ended.stderr) ?? [];
    expect(ended.stderr).toMatch(/^✗ job_\w{6} failed: provider_failed$/m);
    expect(ended.stderr).toContain(`genctl rerun ${id} `);
    expect(ended.stderr.match(/failed: /g)).toHaveLength(1);
    expect((await run(['show', id], seen)).code).toBe(0);
  });
});

describe('what a program reads on a terminal', () => {
  it('has whole ids and absolute paths', async () => {
    const { home, run } = newHome();
    const words = ['submit', 'a red fox', ...image];
    expect((await run([...words, '-q'], seen)).stdout).toMatch(/^job_\w{20,}\n$/);
    expect((await run([...words, '-D', 'out', '-q'], seen)).stdout.startsWith(`${home}/out/`)).toBe(true);
    const failing = await run(['submit', 'sandbox:provider_failed', ...image, '-w', '--json'], seen);
    expect(failing.stderr).toMatch(/"job_id":"job_\w{20,}"/);
    const events = await run([...words, '--events'], seen);
    expect(events.stdout).toMatch(/job_\w{20,}/);
    expect(events.stdout).not.toMatch(/job_\w{6}\b/);
  });
});
