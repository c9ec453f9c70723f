import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandRunner } from '../../../src/account/keys/run-command.ts';
import { systemClock } from '../../../src/api/transport/clock.ts';
import { MachineError } from '../../../src/errors/endings.ts';
import { fileDigest, openLocalFile } from '../../../src/media/local-file.ts';
import {
  openUploadMemory,
  type UploadMeans,
  uploadReference,
} from '../../../src/request/references/upload-reference.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';
import { picture, put } from './fixtures/media-files.ts';

const runCommand = commandRunner(process.env);

/** An uploader: a program of its own, which notes each call in a file. `$PATH` in the script is the path it gets. */
function uploader(script: string) {
  const folder = tempFolder();
  const log = join(folder, 'log');
  const note = `require('fs').appendFileSync(${JSON.stringify(log)}, JSON.stringify(process.argv.slice(1)) + '\\n');`;
  return {
    folder,
    command: [process.execPath, '-e', note + script],
    calls: (): string[][] =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
  };
}

const gives = (url: string) => `console.log(${JSON.stringify(url)})`;

async function upload(
  path: string,
  command: readonly string[],
  over: Partial<UploadMeans> & { memoryFolder?: string } = {},
) {
  const { memoryFolder = tempFolder(), timeoutMs = 20_000, ...rest } = over;
  const file = await openLocalFile(path, { flag: '--ref-image', workingFolder: '/' });
  const what = {
    file,
    digest: await fileDigest(path),
    deadUrl: undefined as string | undefined,
  };
  const memory = openUploadMemory(memoryFolder, { nowMs: systemClock.nowMs, uploadMs: timeoutMs });
  const means = {
    uploadCommand: command,
    runCommand,
    timeoutMs,
    signal: undefined,
    memory,
    onStart() {},
  };
  return {
    what,
    again: (more: Partial<typeof what> = {}) => uploadReference({ ...what, ...more }, { ...means, ...rest }),
  };
}

async function failure(script: string, over: Partial<UploadMeans> = {}): Promise<MachineError> {
  const { command, folder } = uploader(script);
  const { again } = await upload(put(folder, 'hero.png', picture()), command, over);
  const error = await again().catch((thrown) => thrown);
  expect(error).toBeInstanceOf(MachineError);
  return error as MachineError;
}

/** A program of its own may take its time to begin and to end on a busy machine. */
const patience = { timeout: 15_000 };

describe('an upload', () => {
  it('gives the path to the program as it is, through no shell, and takes its link', async () => {
    const { command, calls, folder } = uploader(gives('https://cdn.example.com/hero.png?signature=abc'));
    const path = put(folder, '$HOME `id` "x".png', picture());
    const { again } = await upload(path, command);
    expect(await again()).toBe('https://cdn.example.com/hero.png?signature=abc');
    expect(calls()).toEqual([[path]]);
  });

  it('is done once for the same bytes, whatever their name', async () => {
    const { command, calls, folder } = uploader(gives('https://cdn.example.com/hero.png'));
    const memoryFolder = join(folder, 'cache', 'uploads');
    const first = await upload(put(folder, 'hero.png', picture()), command, { memoryFolder });
    const second = await upload(put(folder, 'copy.png', picture()), command, { memoryFolder });
    const other = await upload(put(folder, 'other.png', picture(320, 180, 8)), command, { memoryFolder });
    expect(await first.again()).toBe(await second.again());
    expect(calls()).toHaveLength(1);
    await other.again();
    expect(calls()).toHaveLength(2);
    const [name = ''] = readdirSync(memoryFolder).filter((entry) => entry.startsWith(first.what.digest));
    expect(JSON.parse(readFileSync(join(memoryFolder, name), 'utf8'))).toEqual({
      url: 'https://cdn.example.com/hero.png',
    });
    expect(readdirSync(memoryFolder).filter((entry) => entry.includes('lock'))).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(join(memoryFolder, name)).mode & 0o077).toBe(0);
  });

  it('is done once where several want it at the same time', async () => {
    const slow = `setTimeout(() => ${gives('https://cdn.example.com/hero.png')}, 150)`;
    const { command, calls, folder } = uploader(slow);
    const { again } = await upload(put(folder, 'hero.png', picture()), command);
    const links = await Promise.all([again(), again(), again()]);
    expect(new Set(links)).toEqual(new Set(['https://cdn.example.com/hero.png']));
    expect(calls()).toHaveLength(1);
  });

  it('is done anew by another command, and where the remembered link is dead', async () => {
    const one = uploader(`console.log('https://one.example.com/' + Date.now() + process.pid)`);
    const two = uploader(gives('https://two.example.com/hero.png'));
    const memoryFolder = tempFolder();
    const path = put(one.folder, 'hero.png', picture());
    const first = await upload(path, one.command, { memoryFolder });
    const url = await first.again();
    expect(await first.again()).toBe(url);
    const anew = await first.again({ deadUrl: url });
    expect(anew).not.toBe(url);
    expect(await first.again({ deadUrl: url })).toBe(anew);
    expect(one.calls()).toHaveLength(2);
    expect(await (await upload(path, two.command, { memoryFolder })).again()).toBe(
      'https://two.example.com/hero.png',
    );
  });

  it('goes on without a memory: a torn record, or a folder that can’t be made', async () => {
    const { command, calls, folder } = uploader(gives('https://cdn.example.com/hero.png'));
    const memoryFolder = join(folder, 'uploads');
    const path = put(folder, 'hero.png', picture());
    await (await upload(path, command, { memoryFolder })).again();
    for (const name of readdirSync(memoryFolder)) put(memoryFolder, name, '{"url":');
    await (await upload(path, command, { memoryFolder })).again();
    expect(calls()).toHaveLength(2);
    const inTheWay = put(folder, 'file', 'x');
    const { again } = await upload(path, command, { memoryFolder: join(inTheWay, 'uploads') });
    expect(await again()).toBe('https://cdn.example.com/hero.png');
  });

  it('that fails says what the program said, without secrets, and remembers nothing', async () => {
    const script = `console.error('denied: authorization: Bearer tok_123 at https://up.example.com/x?sig=abc'); process.exit(3)`;
    const error = await failure(script);
    expect(error).toMatchObject({
      code: 'upload_failed',
      message: expect.stringMatching(/^--ref-image .*hero\.png could not be uploaded$/),
      why: `${process.execPath}: it ended with 3: denied: authorization: Bearer *** at https://up.example.com/x?***`,
      retryable: true,
    });
    expect(error.hint).toContain('upload_command');
  });

  it.each([
    ['', 'it printed nothing; one https URL was expected'],
    [`console.error('a notice')`, 'it printed nothing; one https URL was expected: a notice'],
    [
      `console.log('done'); console.log('https://x.example.com/a')`,
      'it printed 2 lines; one https URL was expected',
    ],
    [`console.log('uploaded!')`, 'it printed "uploaded!"; one https URL was expected'],
    [
      gives('https://x.example.com/a b.png'),
      'it printed "https://x.example.com/a b.png"; one https URL was expected',
    ],
    [gives('s3://bucket/hero.png'), 'it printed "s3://bucket/hero.png"; one https URL was expected'],
    [
      gives('http://x.example.com/a'),
      'it printed "http://x.example.com/a"; it is http, and the generator takes https only',
    ],
    [
      gives('https://u:pw@x.example.com/a'),
      'it printed "https://***@x.example.com/a"; a link must not hold a user name or a password: everyone who gets the request could read them',
    ],
    [`console.log('https://x.example.com/' + 'a'.repeat(5e6))`, 'it printed more than 65536 bytes'],
    [
      `const on = () => process.stdout.write('a'.repeat(1e4) + '\\n', on); on()`,
      'it printed more than 65536 bytes',
    ],
  ])('that prints no link fails: %s', async (script, why) => {
    expect((await failure(script)).why).toBe(`${process.execPath}: ${why}`);
  });

  it('may print an http URL of this machine', async () => {
    const { command, folder } = uploader(gives('http://127.0.0.1:8080/hero.png'));
    const { again } = await upload(put(folder, 'hero.png', picture()), command);
    expect(await again()).toBe('http://127.0.0.1:8080/hero.png');
  });

  it('takes no longer than it may, and can’t be kept waiting by stdin', async () => {
    const stuck = await failure('setInterval(() => {}, 1000)', { timeoutMs: 200 });
    expect(stuck).toMatchObject({ why: `${process.execPath}: it was ended after 0.2 s`, retryable: true });
    const reads = `process.stdin.on('end', () => ${gives('https://x.example.com/a')}).resume()`;
    const { command, folder } = uploader(reads);
    const { again } = await upload(put(folder, 'hero.png', picture()), command);
    expect(await again()).toBe('https://x.example.com/a');
  });

  it('whose program is not there says so', async () => {
    const folder = tempFolder();
    const { again } = await upload(put(folder, 'hero.png', picture()), [join(folder, 'no-such-program')]);
    await expect(again()).rejects.toMatchObject({
      why: expect.stringMatching(/^there is no program .*no-such-program/),
      retryable: false,
    });
  });

  it('ends with its program when it is told to', async () => {
    const controller = new AbortController();
    const pidFile = join(tempFolder(), 'pid');
    const { command, folder } = uploader(
      `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000)`,
    );
    const { again } = await upload(put(folder, 'hero.png', picture()), command, {
      signal: controller.signal,
      timeoutMs: 600_000,
    });
    const ended = again();
    const refused = expect(ended).rejects.toThrow('stop');
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8'), patience).toMatch(/^\d+$/);
    controller.abort(new Error('stop'));
    await refused;
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await expect.poll(() => isRunning(pid), patience).toBe(false);
  });

  it('of a file that changes meanwhile is not remembered', async () => {
    const script = `require('fs').appendFileSync(process.argv[1], 'x'); ${gives('https://x.example.com/a')}`;
    const { command, calls, folder } = uploader(script);
    const path = put(folder, 'hero.png', picture());
    const { again } = await upload(path, command);
    await expect(again()).rejects.toMatchObject({ code: 'file_changed' });
    appendFileSync(path, 'x');
    await expect(again()).rejects.toMatchObject({ code: 'file_changed' });
    expect(calls()).toHaveLength(2);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
