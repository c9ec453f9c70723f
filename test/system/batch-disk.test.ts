import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reach } from '../sample.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { batchHome } from './fixtures/batch/batch-home.ts';
import { startBatchService } from './fixtures/batch/batch-service.ts';
import { renderedLines as lines, quick } from './fixtures/batch/rendered.ts';
import { shotLines } from './fixtures/batch/shots.ts';

/** Several times as many as there is room for. */
const lineCount = reach(80, 200);
const raw = /^\s+at |node:internal|node:fs|genctl \S+ has a bug/m;

describe('a batch that can not write', () => {
  /** A disk of its own, in memory; it takes the rights of root to mount one. */
  function smallDisk(options: string): string {
    const folder = temporaryFolder('genctl-batch-disk-');
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    onTestFinished(() => {
      execFileSync('umount', ['--lazy', folder]);
    });
    return folder;
  }

  it('its journal is refused before anything is sent', async () => {
    const service = await startBatchService(quick);
    const machine = batchHome(service, lines);
    const folder = smallDisk('size=1m');
    writeFileSync(join(folder, 'shots.jsonl'), readFileSync(join(machine.home, 'shots.jsonl')));
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const ended = await machine.run(['batch', join(folder, 'shots.jsonl'), '-D', 'out']);
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stderr).toContain('--journal');
    expect(ended.stderr).not.toMatch(raw);
    expect((await service.counts()).submits).toBe(0);
    const elsewhere = await machine.run([
      'batch',
      join(folder, 'shots.jsonl'),
      '-D',
      'out',
      '--journal',
      'journal',
    ]);
    expect(elsewhere.code, elsewhere.stderr).toBe(0);
  });

  it.each(['its journal', 'its home', 'its files'])(
    '%s as the disk gets full ends with 14, and goes on elsewhere without a second job',
    async (what) => {
      const service = await startBatchService({ ...quick, cap: 10 });
      const machine = batchHome(service, shotLines(lineCount));
      const folder = smallDisk(what === 'its journal' ? 'size=24k' : 'size=240k');
      const words = what === 'its journal' ? ['--journal', join(folder, 'journal')] : [];
      const out = what === 'its files' ? join(folder, 'out') : 'out';
      const env: Record<string, string> = what === 'its home' ? { GENCTL_HOME: join(folder, 'home') } : {};
      const ended = await machine.run(['batch', 'shots.jsonl', '-D', out, ...words], { env });
      expect(ended.code, ended.stderr).toBe(14);
      expect(ended.stderr).not.toMatch(raw);
      expect(ended.stderr).toMatch(
        / {2}→ free space on that disk.*, then(: genctl batch shots\.jsonl | run it again)/,
      );
      const { created } = await service.counts();
      expect(created).toBeGreaterThan(0);
      execFileSync('mount', ['-o', 'remount,size=64m', folder]);
      await service.nextProcess();
      const again = await machine.run(['batch', 'shots.jsonl', '-D', out, ...words], { env });
      expect(again.code, again.stderr).toBe(0);
      expect(await service.counts()).toMatchObject({ created: lineCount, doubled: [], conflicts: 0 });
    },
  );

  it('to the folder of its files is refused before anything is sent', async () => {
    const service = await startBatchService(quick);
    const machine = batchHome(service, lines);
    const folder = smallDisk('size=1m');
    mkdirSync(join(folder, 'out'));
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const ended = await machine.run(['batch', 'shots.jsonl', '-D', join(folder, 'out')]);
    expect(ended.code, ended.stderr).toBe(14);
    expect((await service.counts()).submits).toBe(0);
  });
});
