import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

const { home, run } = newHome();
const dry = ['-m', 'vendor-a/image-1', '--dry-run', '--json', '--sandbox'];

function promptOf(ended: Ended): string {
  expect(ended.code, ended.stderr).toBe(0);
  return JSON.parse(ended.stdout).body.input.prompt;
}

describe('a prompt that is in a file or on stdin', () => {
  writeFileSync(join(home, 'p.txt'), 'a fox of a file\n');
  writeFileSync(join(home, 'a fox.txt'), 'spaces\n');
  const ways: [string, string[], string][] = [
    ['a word -', ['-'], 'a fox of stdin'],
    ['--prompt -', ['-p', '-'], 'a fox of stdin'],
    ['a word @file', ['@p.txt'], 'a fox of a file'],
    ['a word @file with spaces', ['@a fox.txt'], 'spaces'],
    ['a word @@', ['@@p.txt'], '@p.txt'],
    ['a word @@ before others', ['@@fox', 'and', '@p.txt'], '@fox and @p.txt'],
    ['a dash among words', ['a', 'fox', '-', 'and', '@p.txt'], 'a fox - and @p.txt'],
    ['-- before -', ['--', '-'], '-'],
    ['-- before several', ['--', '@p.txt', '-'], '@p.txt -'],
  ];

  it.each(ways)('is read for %s', async (_, words, prompt) => {
    const flags = words.includes('--') ? [...dry, ...words] : [...words, ...dry];
    expect(promptOf(await run(['submit', ...flags], { stdin: 'a fox of stdin\n' }))).toBe(prompt);
  });

  it.each([
    ['a byte order mark is no part of it', '\ufeffa fox', 'a fox'],
    ['lines of Windows are lines', 'a fox\r\nin snow\r\n', 'a fox\nin snow'],
    ['one line end at its end goes, and no other', '\n a fox \n\n', '\n a fox \n'],
    ['an @ in it names no file', '@p.txt', '@p.txt'],
    ['a dash in it is a dash', '-\n', '-'],
  ])('%s', async (_, stdin, prompt) => {
    expect(promptOf(await run(['submit', '-', ...dry], { stdin }))).toBe(prompt);
  });

  it.each([
    ['nothing', '', 'prompt_empty'],
    ['a byte order mark alone', '\ufeff', 'prompt_empty'],
    ['a NUL', 'a fox\0', 'file_unreadable'],
    ['what is no UTF-8', Buffer.from('caf\u00e9', 'latin1'), 'file_unreadable'],
  ])('%s is refused, and nothing is sent', async (_, stdin, code) => {
    for (const words of [['-'], ['-p', '-']]) {
      const ended = await run(['submit', ...words, '-m', 'vendor-a/image-1', '--json', '--sandbox'], {
        stdin,
      });
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(errorOf(ended)).toMatchObject({ code });
    }
  });

  it.each([
    ['a file that is not there', ['@nope.txt'], 'file_unreadable'],
    ['a folder', ['@.'], 'file_unreadable'],
    ['what never ends', ['@/dev/zero'], 'file_too_large'],
    ['a file with words after it', ['@p.txt', 'in', 'snow'], 'invalid_argument'],
    ['stdin with words after it', ['-', 'in', 'snow'], 'invalid_argument'],
    ['a word and --prompt', ['-', '-p', 'a fox'], 'invalid_flag'],
  ])('%s is refused', async (_, words, code) => {
    const ended = await run(['submit', ...words, ...dry], { stdin: 'a fox' });
    expect(ended.code, ended.stderr).toBe(2);
    expect(errorOf(ended)).toMatchObject({ code });
  });

  it('waits for a stdin that somebody made one that does not wait', async () => {
    const fifo = join(home, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const reading = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    const writing = openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
    const tryWrite = (text: string): boolean => {
      try {
        return writeSync(writing, text) > 0;
      } catch {
        return false;
      }
    };
    while (tryWrite('x'.repeat(4096)));
    const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
    const child = spawn(process.execPath, [binary, 'submit', '-', ...dry], {
      cwd: home,
      env: { PATH: process.env.PATH, GENCTL_HOME: join(home, 'genctl') },
      stdio: [reading, 'pipe', 'pipe'],
    });
    closeSync(reading);
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    // Once there is room again the program has read what there was, and asks for more than there is.
    while (!tryWrite('the end')) await turn();
    closeSync(writing);
    const code = await new Promise((done) => child.once('close', done));
    expect(code).toBe(0);
    expect(JSON.parse(stdout).body.input.prompt).toMatch(/^x{4096,}the end$/);
  });
});

describe('ids on stdin', () => {
  const made: Promise<string[]> = (async () => {
    const ids: string[] = [];
    for (const words of [
      ['draft', 'a fox'],
      ['submit', 'an owl', '-m', 'vendor-a/image-1'],
    ]) {
      const ended = await run([...words, '-w', '-q', '--sandbox']);
      ids.push(ended.stdout.trim());
    }
    return ids;
  })();

  it.each([
    ['status', []],
    ['wait', []],
    ['cancel', []],
    ['download', ['-D', 'out']],
  ])('%s takes them, in lines or words, of Windows, too', async (command, flags) => {
    const [one = '', two = ''] = await made;
    const ended = await run([command, '-', ...flags, '--json'], {
      stdin: `\ufeff${one}\r\n ${two}\t@last\n\n`,
    });
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout).items.map(({ id }: { id: string }) => id)).toEqual([one, two]);
    const mixed = await run([command, two, '-', ...flags, '--json'], { stdin: one });
    expect(JSON.parse(mixed.stdout).items.map(({ id }: { id: string }) => id)).toEqual([two, one]);
  });

  it.each(['status', 'wait', 'cancel', 'download'])(
    '%s does nothing where stdin names none',
    async (command) => {
      const ended = await run([command, '-', '--json'], { stdin: '\n' });
      expect(ended.code, ended.stderr).toBe(0);
      expect(JSON.parse(ended.stdout).items).toEqual([]);
    },
  );

  it.each([
    ['rerun', '-', '--prompt', '-'],
    ['rerun', '-', '--input', '@-'],
    ['submit', '-', '--input', '-'],
    ['submit', '--input', '@/dev/stdin', '--body', '-'],
  ])('stdin is for one of them: %s %s %s %s', async (...words) => {
    const ended = await run([...words, '--json'], { stdin: (await made)[0] ?? '' });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(errorOf(ended)).toMatchObject({ code: 'stdin_twice' });
  });
});
