import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { temporaryFolder } from '../temporary-folder.ts';

const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const newer = resolve(import.meta.dirname, 'fixtures/as-newer-node.cjs');
const help = ['help', 'json'];
let home: string;
let codeFolder: string;
let starts = 0;
beforeEach(() => {
  home = temporaryFolder('genctl-code-');
  codeFolder = join(home, 'genctl/cache/code');
});

/** Where Node was asked to keep code. */
async function askedFor(words: readonly string[], env: Record<string, string> = {}): Promise<unknown[]> {
  starts += 1;
  const told = join(home, `told-${starts}`);
  writeFileSync(told, '');
  await promisify(execFile)(process.execPath, ['--require', newer, binary, ...words], {
    env: { PATH: process.env.PATH, GENCTL_HOME: join(home, 'genctl'), TOLD: told, ...env },
  });
  return readFileSync(told, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('compiled code that Node keeps by itself', () => {
  it('goes to the home, in a folder of this version that nobody else may look into, from the second start on', async () => {
    mkdirSync(join(home, 'genctl'));
    expect(await askedFor(help)).toEqual([]);
    const folder = join(codeFolder, version);
    expect(readdirSync(codeFolder)).toEqual([version]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await askedFor(help)).toEqual([[folder]]);
    expect(await askedFor(['--version'])).toEqual([]);
  });

  it('never goes where Node would put it, which others may have made', async () => {
    expect(await askedFor(help)).toEqual([]);
    expect(readdirSync(home).filter((name) => !name.startsWith('told'))).toEqual([]);
    mkdirSync(join(home, 'genctl'));
    writeFileSync(join(home, 'genctl/cache'), '');
    expect([await askedFor(help), await askedFor(help)]).toEqual([[], []]);
    expect(await askedFor(help, { GENCTL_HOME: join(home, 'genctl/cache/below') })).toEqual([]);
  });

  it('is a matter of Node where a variable names a place or says that there is none', async () => {
    mkdirSync(join(home, 'genctl'));
    for (const env of [{ NODE_COMPILE_CACHE: join(home, 'told') }, { NODE_DISABLE_COMPILE_CACHE: '1' }])
      expect([await askedFor(help, env), await askedFor(help, env)]).toEqual([[], []]);
    expect(readdirSync(join(home, 'genctl'))).toEqual([]);
  });

  it('is neither taken from, nor kept in, a home of another user, or a folder that others may write to', async () => {
    mkdirSync(join(home, 'genctl'));
    await askedFor(help);
    const folder = join(codeFolder, version);
    expect(await askedFor(help, { AS_USER: '123456' })).toEqual([]);
    chmodSync(folder, 0o777);
    writeFileSync(join(folder, 'planted'), '');
    expect(await askedFor(help)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect(await askedFor(help)).toEqual([[folder]]);
  });

  it('of an old version goes when a new one begins', async () => {
    mkdirSync(join(codeFolder, '0.0.1'), { recursive: true });
    mkdirSync(join(codeFolder, '0.0.2'));
    utimesSync(join(codeFolder, '0.0.1'), 0, 0);
    await askedFor(help);
    expect(readdirSync(codeFolder).toSorted()).toEqual(['0.0.2', version]);
  });
});
