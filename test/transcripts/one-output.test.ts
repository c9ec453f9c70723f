import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { mp4, serveFiles } from './fixtures/file-service.ts';
import { errorOf, newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox', '-q', '-w'];
const binary = join(import.meta.dirname, '../../bin/genctl.js');

/** The bytes on stdout of a run as a process, as a pipe gets them. */
async function bytesOf(home: string, ...words: string[]): Promise<Buffer> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    GENCTL_HOME: join(home, 'genctl'),
    GENCTL_SANDBOX_SPEED: 'instant',
  };
  const { stdout } = await promisify(execFile)(process.execPath, [binary, ...words], {
    cwd: home,
    env,
    encoding: 'buffer',
  });
  return stdout;
}

describe('download --output -', () => {
  it('writes the bytes of the file and nothing else, and keeps no file', async () => {
    const { home, run } = newHome();
    await run(picture);
    const { stdout } = await run(['download', '@last', '-D', 'out', '-q', '--no-sidecar']);
    const file = readFileSync(stdout.trim());
    expect((await bytesOf(home, 'download', '@last', '--output', '-')).equals(file)).toBe(true);
    rmSync(join(home, 'out'), { recursive: true });
    expect((await bytesOf(home, 'download', '@last', '--output', '-')).equals(file)).toBe(true);
    expect(readdirSync(home)).not.toContain('out');
    const left = readdirSync(home, { recursive: true }).filter((name) => String(name).endsWith('.tmp'));
    expect(left).toEqual([]);
  });
});

describe('download --output -, where it can not be', () => {
  it('writes nothing of a download that is cut, and ends with 14', async () => {
    const film = mp4(200_000);
    const cut = await serveFiles([
      (response) => {
        response.writeHead(200, { 'content-type': 'video/mp4' });
        // No length, and no end that a clip has.
        response.end(film.subarray(0, 1000));
      },
    ]);
    const { home, run } = newHome();
    const env = cut.account;
    await run(['submit', 'a fox', '-m', 'vendor-a/video-1', '--no-preflight', '-w', '-q'], { env });
    const ended = await run(['download', '@last', '--output', '-'], { env });
    expect(ended).toMatchObject({ code: 14, stdout: '' });
    const left = readdirSync(home, { recursive: true }).filter((name) => String(name).endsWith('.tmp'));
    expect(left).toEqual([]);
  });

  it('is refused on a terminal, in a document, for several jobs and beside what it makes void', async () => {
    const { run } = newHome();
    await run(picture);
    await run(picture);
    const pipe = ['download', '@last', '--output', '-'];
    const onTerminal = await run(pipe, { terminal: 80 });
    expect(onTerminal.code).toBe(2);
    expect(onTerminal.screen).toContain('not for a terminal');
    expect(errorOf(await run([...pipe, '--json']))).toMatchObject({ code: 'flag_conflict', exit_code: 2 });
    expect((await run([...pipe, '@2'])).stderr).toContain('several jobs');
    expect((await run([...pipe, '-D', 'out'])).stderr).toContain('--output and --dir');
    expect((await run([...pipe, '--verify'])).stderr).toContain('--output and --verify');
  });
});

describe('one output of several', () => {
  it('is chosen by --number, and never guessed', async () => {
    const { home, run } = newHome();
    await run([...picture, '--count', '3']);
    const refused = await run(['download', '@last', '--output', '-']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/job_\w+ has 3 outputs, and --output takes one/);
    expect(refused.stderr).toMatch(/genctl download job_\w+ --output - --number 1/);
    const second = await bytesOf(home, 'download', '@last', '--output', '-', '--number', '2');
    const ended = await run(['download', '@last', '--number', '2', '-D', 'out', '-q']);
    expect(ended.stdout.trim()).toMatch(/-2\.png$/);
    expect(readFileSync(ended.stdout.trim()).equals(second)).toBe(true);
    expect(readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'))).toHaveLength(1);
    const beyond = await run(['download', '@last', '--number', '4']);
    expect(beyond).toMatchObject({ code: 2, stdout: '' });
    expect(beyond.stderr).toContain('It has 3 outputs.');
    const told = (...words: string[]) => run(['download', '@last', '--json', ...words]);
    expect(errorOf(await told('--number', '4'))).toMatchObject({ code: 'no_such_output' });
    expect(errorOf(await told('--output', 'fox.png'))).toMatchObject({ code: 'several_outputs' });
  });

  it('gets a path of its own by --output FILE, with its sidecar', async () => {
    const { home, run } = newHome();
    await run(picture);
    const ended = await run(['download', '@last', '--output', 'shots/fox.png', '-q']);
    expect(ended.stdout).toBe(`${join(home, 'shots/fox.png')}\n`);
    expect(readdirSync(join(home, 'shots'))).toHaveLength(2);
    expect((await run(['download', '@last', '--output', 'a.png', '--name', 'b.png'])).stderr).toContain(
      '--output and --name',
    );
  });

  it('never gets another name by --output FILE, and replaces nothing without --overwrite', async () => {
    const { home, run } = newHome();
    await run(picture);
    const to = (...words: string[]) => run(['download', '@last', '--output', ...words]);
    writeFileSync(join(home, 'keep.png'), 'mine');
    writeFileSync(join(home, 'note.png.json'), '{}');
    for (const name of ['keep.png', 'keep']) {
      const refused = await to(name, '--json');
      expect([refused.code, errorOf(refused).code], name).toEqual([2, 'output_exists']);
      expect(errorOf(refused).hint).toBe('--output FILE, or --overwrite to replace it');
    }
    expect(errorOf(await to('note.png', '--json'))).toMatchObject({ code: 'sidecar_exists', exit_code: 2 });
    const left = readdirSync(home).filter((name) => name.includes('.png'));
    expect([left, readFileSync(join(home, 'keep.png'), 'utf8')]).toEqual([
      ['keep.png', 'note.png.json'],
      'mine',
    ]);
    await to('earlier.png');
    for (const how of [[], ['-q']]) expect((await to('keep.png', ...how)).stdout, how.join()).toBe('');
    expect((await to('keep.png', '--overwrite', '-q')).stdout).toBe(`${join(home, 'keep.png')}\n`);
    expect((await to('keep.png', '-q')).stdout).toBe(`${join(home, 'keep.png')}\n`);
    expect(readFileSync(join(home, 'keep.png')).length).toBeGreaterThan(100);
  });
});
