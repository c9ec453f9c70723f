import { linkSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsIn, threeLines, withManifest } from './fixtures/manifest.ts';

describe('where a batch writes', () => {
  it('is never the manifest, by whatever name', async () => {
    const { batch, home } = withManifest(threeLines);
    const path = join(home, 'shots.jsonl');
    const before = readFileSync(path, 'utf8');
    symlinkSync(path, join(home, 'linked.jsonl'));
    linkSync(path, join(home, 'second-name.jsonl'));
    for (const words of [
      ['--report', 'shots.jsonl'],
      ['--failed', './shots.jsonl'],
      ['--failed', 'linked.jsonl'],
      ['--report', 'second-name.jsonl'],
    ]) {
      const ended = await batch(...words);
      expect(ended.code, ended.stderr).toBe(2);
      expect(ended.stderr).toContain(words[0]);
      expect(ended.stderr).toContain('the manifest');
    }
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(jobsIn(home)).toBe(0);
  });

  it('is neither the journal, nor one place for two', async () => {
    const { batch, home } = withManifest(threeLines);
    const onJournal = await batch('--report', 'shots.jsonl.shots.sandbox.genctl.ndjson');
    expect(onJournal.code).toBe(2);
    expect(onJournal.stderr).toContain('the journal');
    const both = await batch('--report', 'both.ndjson', '--failed', 'both.ndjson');
    expect(both.code).toBe(2);
    expect(both.stderr).toContain('--report');
    expect((await batch('--journal', 'shots.jsonl')).code).toBe(2);
    expect(jobsIn(home)).toBe(0);
  });

  it('says that a folder stands where the journal goes', async () => {
    const { batch } = withManifest(threeLines.slice(0, 1));
    const ended = await batch('--journal', '.');
    expect(ended.code).toBe(14);
    expect(ended.stderr).toContain('A folder, a pipe or a device is there instead of a file');
  });
});
