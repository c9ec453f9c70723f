import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { picture } from '../request/references/fixtures/media-files.ts';
import { documentOf, jobsIn, manifestModel, threeLines, withManifest } from './fixtures/manifest.ts';
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

  it('are told of one line what each column, the prompt, its references and the checks say', async () => {
    const model = 'vendor-b/video-2.5';
    const { batch, home } = withManifest([
      { id: 's1', prompt: '{nobody} walks', ref_image: '@fxo', duration: 45, seed: 'x', count: '1,0', model },
      { id: 's2', prompt: 'on', first_frame: '@s1', model },
    ]);
    const refused = await batch('--dry-run', '--json');
    const [first, second] = documentOf(refused).lines as { error: { code: string; why: string } }[];
    expect(first?.error.code).toBe('invalid_flag');
    for (const said of ['count does not take', 'for {nobody}', 'depends on fxo', 'duration is 45 s'])
      expect(first?.error.why).toContain(said);
    expect(second?.error.why).toContain('That line has an error');
    expect(jobsIn(home)).toBe(0);
  });

  it('know a reference by its bytes, wherever its file is', async () => {
    const { batch, home, write } = withManifest([]);
    const bytes = picture();
    writeFileSync(join(home, 'one.png'), bytes);
    writeFileSync(join(home, 'two.png'), bytes);
    const line = { id: 's1', model: 'vendor-b/video-2.5', prompt: 'walks', first_frame: 'one.png' };
    write([line]);
    const first = await batch('--no-probe');
    expect(first.code, first.stderr).toBe(0);
    write([{ ...line, first_frame: 'two.png' }]);
    const same = await batch('--no-probe', '--dry-run');
    expect(same.stdout).toContain('1 done');
    writeFileSync(join(home, 'two.png'), picture(320, 180, 8));
    const other = await batch('--no-probe', '--dry-run');
    expect(other.stderr).toContain('first_frame');
  });
});
