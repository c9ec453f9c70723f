import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { newHome, type RunOptions } from '../transcripts/genctl.ts';
import { type Disk, mountMemory, mountOverlay } from './fixtures/between/disks.ts';

const fox = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-probe'];
const pictures = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.png'));

/** A service whose answers take long enough for a disk to be filled meanwhile, and a home that has jobs there. */
async function withJobs() {
  const { home, run } = newHome();
  const sandbox = await serveSandbox(home, { words: ['--latency', '400ms'] });
  const lower = temporaryFolder('genctl-lower-');
  const runIn = (folder: string, words: readonly string[], options: RunOptions = {}) =>
    run(words, {
      ...options,
      env: { ...sandbox.account, GENCTL_HOME: join(folder, 'home') },
    });
  return { home, lower, runIn, sandbox };
}

const disks: [name: string, mount: (lower: string) => Disk][] = [
  ['a disk in memory', () => mountMemory('3m')],
  ['a layer of an overlay', (lower) => mountOverlay(lower, '3m')],
];

describe.each(disks)('a home on %s', (_, mount) => {
  it('that is full: nothing is sent; that fills up: nothing is lost, and nothing is paid again', async () => {
    const { home, lower, runIn, sandbox } = await withJobs();
    const written = await runIn(lower, [...fox, '--once', 'before', '-w', '-q']);
    expect(written).toMatchObject({ code: 0 });
    const disk = mount(lower);
    const onDisk = (words: readonly string[], options?: RunOptions) => runIn(disk.folder, words, options);
    // A lower layer is known above it. On another disk the service knows the name.
    const named = await onDisk([...fox, '--once', 'before', '-q']);
    expect(named).toMatchObject({ code: 0, stdout: written.stdout });
    expect(sandbox.jobIds()).toHaveLength(1);

    disk.fill();
    for (const words of [[...fox], [...fox, '--once', 'full', '-w'], ['batch', 'shots.jsonl', '-D', 'out']]) {
      if (words[0] === 'batch')
        writeFileSync(join(home, 'shots.jsonl'), '{"id":"a","prompt":"a","model":"vendor-a/image-1"}\n');
      const ended = await onDisk(words);
      expect({ words, ...ended }).toMatchObject({ words, code: 14, stdout: '' });
      expect(ended.stderr).toContain(disk.folder);
      expect(ended.stderr).toContain('free space on that disk');
    }
    expect(sandbox.jobIds()).toHaveLength(1);
    disk.clear();

    let isFilled = false;
    const ended = await onDisk([...fox, '--once', 'midway', '-v'], {
      onStderr(stderr) {
        if (isFilled || !/> POST /.test(stderr)) return;
        isFilled = true;
        disk.fill();
      },
    });
    expect(isFilled).toBe(true);
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stderr).toContain(disk.folder);
    const [id = ''] = /job_\w+/.exec(ended.stdout) ?? [];
    expect(ended.stderr).toContain(id);
    disk.clear();
    expect(await onDisk([...fox, '--once', 'midway', '-q'])).toMatchObject({ code: 0, stdout: `${id}\n` });
    expect(await onDisk(['wait', '--all', '-q'])).toMatchObject({ code: 0 });
    expect(await onDisk(['sync', '-D', 'synced'])).toMatchObject({ code: 0 });
    expect(pictures(join(home, 'synced'))).toHaveLength(2);
    expect(sandbox.jobIds()).toHaveLength(2);
  });
});
