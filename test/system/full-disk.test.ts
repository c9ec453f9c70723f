import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { namesIn } from '../../src/files/folder.ts';
import { newHome } from '../transcripts/genctl.ts';
import { startMeasured } from './fixtures/batch/measured-run.ts';

/** A disk of its own, in memory. It takes the rights of root to mount one. */
function disk(options: string): {
  folder: string;
  makeReadOnly: () => void;
  fill: () => void;
  enlarge: (size: string) => void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    makeReadOnly: () => execFileSync('mount', ['-o', 'remount,ro', folder]),
    enlarge: (size) => execFileSync('mount', ['-o', `remount,size=${size}`, folder]),
    fill() {
      for (let number = 0; ; number += 1) {
        try {
          writeFileSync(join(folder, `fill-${number}`), Buffer.alloc(4096));
        } catch {
          return;
        }
      }
    },
  };
}

const raw = /^\s+at |node:internal|node:fs|genctl \S+ has a bug/m;
const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'];
const usual = newHome();
const source = join(usual.home, 'genctl');

beforeAll(async () => {
  for (let job = 0; job < 3; job += 1) await usual.run([...submit, '-q']);
});

describe.each([
  ['is full', 'size=2m', 'fill'],
  ['has no inode left', 'size=2m,nr_inodes=60', 'fill'],
  ['is read-only', 'size=2m', 'makeReadOnly'],
] as const)('a home whose disk %s', (_, options, spoil) => {
  it.each([
    [[...submit, '--once', 'name', '--wait']],
    [['wait', '--all']],
    [['wait', '@1', '@2', '@3', '-D', 'out']],
    [['download', '@1', '-D', 'out']],
    [['jobs', '--refresh']],
    [['config', 'set', 'bell', 'never']],
  ])('ends %j with exit 14, in three parts', async (words) => {
    const made = disk(options);
    const home = join(made.folder, 'home');
    cpSync(source, home, { recursive: true });
    made[spoil]();
    const ended = await usual.run(words, { env: { GENCTL_HOME: home } });
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stderr).not.toMatch(raw);
    expect(ended.stderr).toMatch(/✗ .+\n {2}.+\n(.+\n)* {2}→ .+\n/);
    if (words[0] === 'wait') expect(ended.stderr).toMatch(/genctl wait job_\w+/);
  });
});

describe.each([
  ['is full', 'fill'],
  ['is read-only', 'makeReadOnly'],
] as const)('a home whose disk %s', (_, spoil) => {
  it('has no room for compiled code, and starts say the same', async () => {
    const made = disk('size=2m');
    const home = join(made.folder, 'home');
    cpSync(source, home, { recursive: true });
    rmSync(join(home, 'cache', 'code'), { recursive: true, force: true });
    const words = ['jobs', '--json'];
    const { code, stderr, stdout } = await usual.run(words);
    made[spoil]();
    for (const start of [1, 2]) {
      const ended = await startMeasured(words, { home: usual.home, env: { GENCTL_HOME: home } }).ended;
      expect({ start, ...ended }).toMatchObject({ start, code, stderr, stdout });
    }
    expect(namesIn(join(home, 'cache', 'code'))).toEqual([]);
  });
});

describe('a home of twelve kilobytes and nine inodes', () => {
  it('is refused before anything is sent, or ends in exit 14 with the way on', async () => {
    const { folder } = disk('size=12k,nr_inodes=9');
    const env = { GENCTL_HOME: join(folder, 'home') };
    for (const words of [submit, [...submit, '-D', 'out'], ['config', 'set', 'bell', 'never']]) {
      const ended = await usual.run(words, { env });
      expect([13, 14], ended.stderr).toContain(ended.code);
      expect(ended.stderr).not.toMatch(raw);
    }
  });
});

describe('a folder for files', () => {
  it.each([
    ['on a full disk', 'fill'],
    ['on a read-only disk', 'makeReadOnly'],
  ] as const)('%s is told before anything is sent', async (_, spoil) => {
    const made = disk('size=256k');
    mkdirSync(join(made.folder, 'out'));
    made[spoil]();
    const { run } = newHome();
    for (const dir of [join(made.folder, 'out'), join(made.folder, 'new', 'deep')]) {
      const ended = await run([...submit, '-D', dir]);
      expect(ended.code, ended.stderr).toBe(14);
      expect(ended.stderr).toContain('nothing was sent');
      expect(ended.stdout).toBe('');
    }
    expect((await run(['jobs', '-q'])).stdout).toBe('');
  });

  it('whose disk fills up while files come has those that are whole, and no part of another', async () => {
    const made = disk('size=200k');
    const jobs = [...Array(8).keys()].map((place) => `@${place + 1}`);
    const { run } = newHome();
    for (const _ of jobs) await run([...submit, '-q']);
    await run(['wait', ...jobs]);
    const ended = await run(['download', ...jobs, '-D', made.folder]);
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stderr).toContain('The disk is full');
    expect(ended.stderr).toMatch(/\.png can't be written/);
    expect(namesIn(made.folder).filter((name) => !/\.png(?:\.json)?$/.test(name))).toEqual([]);
    expect(namesIn(made.folder)).not.toEqual([]);
    made.enlarge('4m');
    expect(await run(['download', ...jobs, '-D', made.folder])).toMatchObject({ code: 0 });
    expect(namesIn(made.folder)).toHaveLength(2 * jobs.length);
  });

  it('that can not be made is told before anything is sent', async () => {
    const { run } = newHome();
    for (const dir of ['/proc/x', '/proc']) {
      const ended = await run([...submit, '-D', dir]);
      expect(ended.code, ended.stderr).toBe(14);
      expect(ended.stderr).toContain('nothing was sent');
    }
    expect((await run(['jobs', '-q'])).stdout).toBe('');
  });
});
