import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { helpTexts } from '../../scripts/help-texts.ts';
import { type BuiltHelp, helpFile, helpIn } from '../../src/start/built-help.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

async function answerOf(binary: string, words: readonly string[]): Promise<string> {
  const home = temporaryFolder('genctl-answer-');
  const env = { PATH: process.env.PATH, GENCTL_HOME: join(home, 'genctl') };
  return (await promisify(execFile)(process.execPath, [binary, ...words], { env })).stdout;
}

describe('help that was laid out when the program was built', () => {
  it('is that of the commands as they are', async () => {
    const built = JSON.parse(readFileSync(join(root, 'dist', helpFile), 'utf8')) as BuiltHelp;
    const texts = await helpTexts();
    for (const [line, text] of Object.entries(texts)) expect(helpIn(built, line.split(' '))).toBe(text);
    expect(Object.keys(built.texts)).toEqual(Object.keys(texts));
    expect(Object.keys(texts).length).toBeGreaterThan(80);
  });

  it('is what the parser shows, to the byte', async () => {
    const install = temporaryFolder('genctl-install-');
    for (const part of ['bin', 'dist']) cpSync(join(root, part), join(install, part), { recursive: true });
    rmSync(join(install, 'dist', helpFile));
    const lines = [
      ['--help'],
      ['-h'],
      ['help'],
      ['submit', '-h'],
      ['help', 'submit'],
      ['jobs', 'prune', '--help'],
    ];
    const [quick, parsed] = await Promise.all(
      [root, install].map((folder) =>
        Promise.all(lines.map((line) => answerOf(join(folder, 'bin/genctl.js'), line))),
      ),
    );
    expect(quick).toEqual(parsed);
    expect(quick?.every((text) => text.startsWith('Usage: genctl '))).toBe(true);
  });

  it('is for lines that ask for nothing else', async () => {
    const binary = join(root, 'bin/genctl.js');
    const [plain, other] = await Promise.all(
      [['--help'], ['--quiet', '--help']].map((words) => answerOf(binary, words)),
    );
    expect(other).toBe(plain);
  });
});

it('the version needs no stream of Node, where a terminal is written to as anywhere', async () => {
  const loaded = join(temporaryFolder('genctl-loaded-'), 'loaded.json');
  const hook = resolve(import.meta.dirname, 'fixtures/tell-loaded.cjs');
  const words = [process.execPath, '--require', hook, join(root, 'bin/genctl.js'), '--version'];
  // Where a file, a pipe and a socket end, a terminal and this device begin.
  await promisify(execFile)('sh', ['-c', 'exec "$@" > /dev/null', 'sh', ...words], {
    env: { PATH: process.env.PATH, LOADED: loaded },
  });
  const { node } = JSON.parse(readFileSync(loaded, 'utf8')) as { node: string[] };
  expect(node).toContain('fs');
  expect(node.filter((name) => ['net', 'stream', 'tty'].includes(name))).toEqual([]);
});

describe.runIf(existsSync('/dev/full'))('an answer that can’t be written', () => {
  const full = '> /dev/full';
  async function tell(words: readonly string[], streams: string, home = {}) {
    const started = [
      '-c',
      `exec "$@" ${streams}`,
      'sh',
      process.execPath,
      join(root, 'bin/genctl.js'),
      ...words,
    ];
    const ended = promisify(execFile)('sh', started, { env: { PATH: process.env.PATH, ...home } });
    return ended.then(
      ({ stderr }) => ({ code: 0, stderr }),
      (error: { code: number; stderr: string }) => error,
    );
  }

  it('is told, as any other is', async () => {
    const { code, stderr } = await tell(['help', 'json'], full);
    const [message, why] = stderr.split('\n');
    expect([code, why]).toEqual([14, '  Writing stopped with ENOSPC.']);
    for (const words of [['--version'], ['--help']]) {
      const told = await tell(words, full);
      expect([told.code, ...told.stderr.split('\n').slice(0, 2)]).toEqual([14, message, why]);
    }
  });

  it('ends as it does where nothing else can be written either', async () => {
    for (const words of [['help', 'json'], ['--version'], ['--help']])
      expect((await tell(words, `${full} 2>&1`)).code).toBe(14);
  });

  it('is told once, though it is written in pieces', async () => {
    const home = { GENCTL_HOME: join(temporaryFolder('genctl-full-'), 'genctl') };
    await tell(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'], '> /dev/null', home);
    const { code, stderr } = await tell(['jobs', '--json'], full, home);
    expect(code).toBe(14);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'output_failed' } });
  });

  it('is not told to a shell in the middle of a line', async () => {
    const { code, stderr } = await tell(['__complete', 'genctl auth use '], full);
    expect([code, stderr]).toEqual([14, '']);
  });
});
