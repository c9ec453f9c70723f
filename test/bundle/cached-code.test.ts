import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeContent, noteFlags, readCode } from '../../src/start/code-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const program = resolve(import.meta.dirname, 'fixtures/tell-cached.cjs');
let home: string;
let codeFolder: string;
beforeEach(() => {
  home = temporaryFolder('genctl-code-');
  codeFolder = join(home, 'genctl/cache/code');
});

interface Started {
  stdout: string;
  /** Where the code of each chunk came from. */
  code: Record<string, 'made' | 'kept' | 'rejected'>;
}

let starts = 0;

async function start(words: readonly string[], env: Record<string, string> = {}, ends = 0): Promise<Started> {
  return startBy([process.execPath, program, ...words], env, ends);
}

async function startBy(
  [first = '', ...more]: readonly string[],
  env: Record<string, string> = {},
  ends = 0,
): Promise<Started> {
  starts += 1;
  const told = join(home, `told-${starts}.json`);
  const ended = promisify(execFile)(first, more, {
    env: { PATH: process.env.PATH, GENCTL_HOME: join(home, 'genctl'), TOLD: told, ...env },
    timeout: 20_000,
  });
  const { code = 0, stdout } = (await ended.catch((error: { code: number; stdout: string }) => error)) as {
    code?: number;
    stdout: string;
  };
  expect(code).toBe(ends);
  return { stdout, code: JSON.parse(readFileSync(told, 'utf8')) as Started['code'] };
}

const help = ['help', 'json'];

/** A home in which code is kept, and what a start says there. */
async function keptHome(): Promise<string> {
  mkdirSync(join(home, 'genctl'));
  const { code, stdout } = await start(help);
  expect(new Set(Object.values(code))).toEqual(new Set(['made']));
  return stdout;
}

function files(): string[] {
  return readdirSync(codeFolder).map((name) => join(codeFolder, name));
}

describe('compiled code', () => {
  it('is kept by the first run that needs it, for this user alone, and taken by the next', async () => {
    const stdout = await keptHome();
    const again = await start(help);
    expect(again.stdout).toBe(stdout);
    expect(Object.keys(again.code)).toContain('line');
    expect(new Set(Object.values(again.code))).toEqual(new Set(['kept']));
    expect(statSync(codeFolder).mode & 0o777).toBe(0o700);
    expect(files().map((path) => statSync(path).mode & 0o777)).toEqual(files().map(() => 0o600));
  });

  it('of a command is that of no other', async () => {
    await keptHome();
    const [first = ''] = files();
    const before = readFileSync(first);
    const other = ['config', 'list'];
    expect((await start(other)).code).toMatchObject({ line: 'made' });
    expect((await start(other)).code).toMatchObject({ line: 'kept' });
    expect(readFileSync(first).equals(before)).toBe(true);
    expect(files().map((path) => basename(path).split('-')[0])).toEqual(['config', 'help']);
  });

  it('is not made by a run that failed, which adds what it loads to what is there', async () => {
    mkdirSync(join(home, 'genctl'));
    const [slip, mistake] = [['lsit'], ['config', 'get', 'modle']];
    for (const words of [slip, mistake]) {
      expect((await start(words, {}, 2)).code).toMatchObject({ line: 'made' });
      expect(readdirSync(join(home, 'genctl'))).toEqual([]);
    }
    await start(['config', 'list']);
    expect((await start(mistake, {}, 2)).code).toMatchObject({ line: 'kept', mends: 'made' });
    expect((await start(mistake, {}, 2)).code).toMatchObject({ line: 'kept', mends: 'kept' });
    expect((await start(['config', 'list'])).code).toMatchObject({ line: 'kept' });
  });

  it('is taken on both sides of the flags that the program sets itself', async () => {
    await keptHome();
    const service = createServer((_, response) => {
      response.end(JSON.stringify({ id: 'job_bench', model: 'vendor-a/image-1', status: 'queued' }));
    });
    await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
    const { port } = service.address() as AddressInfo;
    const account = { GENCTL_BASE_URL: `http://127.0.0.1:${port}`, GENCTL_API_KEY: 'a-key-of-nobody' };
    const look = ['status', 'job_bench', '--json'];
    expect((await start(look, account)).code).toMatchObject({ network: 'made', contract: 'made' });
    expect(new Set(Object.values((await start(look, account)).code))).toEqual(new Set(['kept']));
    // Where the program sets them earlier than it did, or later.
    const path = files().find((one) => basename(one).startsWith('status-')) ?? '';
    const kept = [...(readCode(path)?.values() ?? [])];
    for (const { code } of kept) noteFlags(code, code.readUInt32LE(12) + 1);
    writeFileSync(path, codeContent(kept));
    expect(new Set(Object.values((await start(look, account)).code))).toEqual(new Set(['kept']));
    service.closeAllConnections();
    service.close();
  });

  it('is not kept where there is no home yet, or where Node is told to keep none', async () => {
    expect((await start(help)).stdout).toContain('genctl.');
    expect(readdirSync(home).filter((name) => !name.startsWith('told'))).toEqual([]);
    mkdirSync(join(home, 'genctl'));
    expect((await start(help, { NODE_DISABLE_COMPILE_CACHE: '1' })).code).toEqual({});
    expect(readdirSync(join(home, 'genctl'))).toEqual([]);
  });

  it.each<[string, (whole: Buffer) => Buffer]>([
    ['cut off', (whole) => whole.subarray(0, whole.length - 40)],
    ['cut to its head', (whole) => whole.subarray(0, 16)],
    ['empty', () => Buffer.alloc(0)],
    ['blank, as after a power cut', (whole) => Buffer.alloc(whole.length)],
    ['spoilt by one bit', (whole) => withBit(whole, Math.floor(whole.length / 2))],
    ['spoilt in what it says of itself', (whole) => withBit(whole, 24)],
    ['of another source of the same length', (whole) => withBit(whole, whole.length - 40)],
    ['something else', () => Buffer.from('code')],
  ])('that is %s is made again', async (_, spoil) => {
    const stdout = await keptHome();
    for (const path of files()) writeFileSync(path, spoil(readFileSync(path)));
    const { code, stdout: said } = await start(help);
    expect(said).toBe(stdout);
    expect(Object.values(code)).toContain('made');
    expect(new Set(Object.values((await start(help)).code))).toEqual(new Set(['kept']));
  });

  it('of V8 with other flags has files of its own', async () => {
    await keptHome();
    const flags = { NODE_OPTIONS: '--stack-trace-limit=20' };
    const [first, second, back] = [await start(help, flags), await start(help, flags), await start(help)];
    expect(new Set(Object.values(first.code))).toEqual(new Set(['made']));
    expect(new Set(Object.values(second.code))).toEqual(new Set(['kept']));
    expect(new Set(Object.values(back.code))).toEqual(new Set(['kept']));
  });

  it('of another version of Node has files of its own in the same home', async () => {
    const stdout = await keptHome();
    const other = { AS_NODE: 'v20.0.0' };
    const [first, second, back] = [await start(help, other), await start(help, other), await start(help)];
    expect(new Set(Object.values(first.code))).toEqual(new Set(['made']));
    expect(new Set(Object.values(second.code))).toEqual(new Set(['kept']));
    expect(new Set(Object.values(back.code))).toEqual(new Set(['kept']));
    expect([first, second, back].map((one) => one.stdout)).toEqual([stdout, stdout, stdout]);
  });

  it('is done without on a full disk, and nothing is left half written', async () => {
    mkdirSync(join(home, 'genctl'));
    // A limit on file sizes stands in for the disk: no code is as small as 4 KB.
    const words = ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, program, ...help];
    for (const _ of [1, 2]) {
      const { code, stdout } = await startBy(['sh', ...words]);
      expect(stdout).toContain('genctl.');
      expect(new Set(Object.values(code))).toEqual(new Set(['made']));
      expect(files()).toEqual([]);
    }
  });

  it('is done without where it can’t be kept', async () => {
    mkdirSync(join(home, 'genctl'));
    writeFileSync(join(home, 'genctl/cache'), '');
    for (const _ of [1, 2])
      expect(new Set(Object.values((await start(help)).code))).toEqual(new Set(['made']));
    const named = join(home, 'told-1.json', 'below');
    expect((await start(help, { GENCTL_HOME: named })).stdout).toContain('genctl.');
  });

  it('is neither taken nor kept as another user, such as root with the home of who called sudo', async () => {
    await keptHome();
    const before = files().map((path) => statSync(path).mtimeMs);
    const { code, stdout } = await start(help, { AS_USER: '123456' });
    expect(stdout).toContain('genctl.');
    expect(code).toEqual({});
    expect(files().map((path) => statSync(path).mtimeMs)).toEqual(before);
  });

  it('is taken from no folder that others may write to, and none of what stood there is left', async () => {
    await keptHome();
    chmodSync(codeFolder, 0o770);
    const planted = join(codeFolder, 'other.js.v20.0.0');
    writeFileSync(planted, '');
    expect(new Set(Object.values((await start(help)).code))).toEqual(new Set(['made']));
    expect(files()).not.toContain(planted);
    expect(new Set(Object.values((await start(help)).code))).toEqual(new Set(['kept']));
  });

  it.runIf(process.platform !== 'win32')('in whose place a pipe or a device is, is made again', async () => {
    await keptHome();
    const [path = ''] = files();
    for (const command of ['mkfifo "$0"', 'ln -s /dev/zero "$0"']) {
      rmSync(path);
      await promisify(execFile)('sh', ['-c', command, path]);
      expect(Object.values((await start(help)).code)).toContain('made');
      expect(new Set(Object.values((await start(help)).code))).toEqual(new Set(['kept']));
    }
  });

  it('is made by two first runs at once, each whole', async () => {
    mkdirSync(join(home, 'genctl'));
    await Promise.all([start(help), start(help), start(help)]);
    expect(new Set(Object.values((await start(help)).code))).toEqual(new Set(['kept']));
    expect(files().filter((path) => path.endsWith('.tmp'))).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('goes when it is old, and nothing else does', async () => {
    await keptHome();
    const below = join(codeFolder, 'more', 'notes.txt');
    mkdirSync(join(codeFolder, 'more'));
    for (const path of [join(codeFolder, '.7-abc.tmp'), below]) writeFileSync(path, '');
    for (const path of [...files(), below]) utimesSync(path, 0, 0);
    // A link that leads nowhere keeps nothing else from going.
    symlinkSync(join(home, 'nowhere'), join(codeFolder, '!'));
    await start(['config', 'list']);
    const names = readdirSync(codeFolder, { recursive: true }).map((name) => String(name).split('-')[0]);
    expect(names.sort()).toEqual(['!', 'config', 'more', 'more/notes.txt']);
  });
});

function withBit(whole: Buffer, place: number): Buffer {
  whole[place] = (whole[place] ?? 0) ^ 1;
  return whole;
}
