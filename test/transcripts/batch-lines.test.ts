import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { picture } from '../references/fixtures/media-files.ts';
import { jobsIn, manifestModel, threeLines, withManifest } from './fixtures/manifest.ts';
import { newHome } from './genctl.ts';

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
    expect(readdirSync(join(home, 'genctl', 'spool'))).toEqual([]);
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
