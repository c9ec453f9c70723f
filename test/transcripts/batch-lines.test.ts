import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsIn, manifestModel, threeLines } from './fixtures/manifest.ts';
import { errorOf, newHome } from './genctl.ts';

describe('the lines of a batch', () => {
  it('come by stdin with a name, and not without one', async () => {
    const { home, run } = newHome();
    const stdin = threeLines
      .slice(0, 2)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    const unnamed = await run(['batch', '-', ...manifestModel], { stdin });
    expect(unnamed.code).toBe(2);
    const ended = await run(['batch', '-', '--batch', 'piped', ...manifestModel], { stdin });
    expect(ended.code, ended.stderr).toBe(0);
    expect(jobsIn(home)).toBe(2);
    const again = await run(['batch', '-', '--batch', 'piped', ...manifestModel], { stdin });
    expect(again.stderr).toContain('2 done');
    expect(existsSync(join(home, 'genctl', 'spool'))).toBe(false);
  });

  it('are told all that is wrong with them at once, and how a manifest without an extension is read', async () => {
    const { home, run } = newHome();
    const line = (more: object) =>
      JSON.stringify({ id: 's1', prompt: 'a fox', model: 'vendor-b/video-2.5', ...more });
    writeFileSync(join(home, 'shots'), `${line({})}\n${line({ duration: 99 })}\n`);
    const unread = await run(['batch', 'shots', '--sandbox', '--json'], { cwd: home });
    expect(errorOf(unread).fix).toMatchObject({
      argv: ['genctl', 'batch', 'shots', '--sandbox', '--json', '--format', 'jsonl'],
    });
    const refused = await run(['batch', 'shots', '--sandbox', '--format', 'jsonl'], { cwd: home });
    expect(refused.stderr).toMatch(/Line 2 \(s1\): "s1" is also the id of another line: .*duration/);
  });
});
