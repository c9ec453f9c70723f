import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox', '-q'];

/** A home, and a desktop whose program runs this script for each file. */
function withDesktop(script: (opened: string) => string, environment: Record<string, string> = {}) {
  const { home, run } = newHome();
  const bin = join(home, 'bin');
  const opened = join(home, 'opened');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\n${script(opened)}\n`);
  chmodSync(join(bin, 'xdg-open'), 0o755);
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, ...environment };
  return {
    run,
    withDesktop: (words: readonly string[]) => run(words, { env }),
    opened: () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n').sort() : []),
  };
}

const notes = (opened: string) => `echo "$1" >> '${opened}'`;

describe.skipIf(process.platform === 'win32' || process.platform === 'darwin')('show --open', () => {
  it('opens every file of the jobs that are named, and prints the paths', async () => {
    const { opened, run, withDesktop: onDesktop } = withDesktop(notes);
    const first = (await run([...image, '--count', '2', '-D', 'out'])).stdout.trim().split('\n');
    const second = (await run([...image, '-D', 'out'])).stdout.trim();
    const ended = await onDesktop(['show', '@2', '@last', '--open']);
    expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toBe(`${[...first, second].join('\n')}\n`);
    expect(opened()).toEqual([...first, second].sort());
  });

  it('opens nothing with -q or --json: a program reads the paths', async () => {
    const { opened, run, withDesktop: onDesktop } = withDesktop(notes);
    const path = (await run([...image, '-D', 'out'])).stdout.trim();
    expect(await onDesktop(['show', '@last', '-q', '--open'])).toMatchObject({
      code: 0,
      stdout: `${path}\n`,
    });
    const { stdout } = await onDesktop(['show', '@last', '--json', '--open']);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'genctl.jobs/v1', items: [{ outputs: [{ path }] }] });
    expect(opened()).toEqual([]);
  });

  it('says what it tried where there is no desktop, and how to look all the same', async () => {
    const { run, withDesktop: onDesktop } = withDesktop(() => 'exit 3');
    const path = (await run([...image, '-D', 'out'])).stdout.trim();
    const ended = await onDesktop(['show', '@last', '--open']);
    expect(ended).toMatchObject({ code: 14, stdout: `${path}\n` });
    expect(ended.stderr).toContain(`${path} can't be opened`);
    expect(ended.stderr).toContain('xdg-open: it ended with 3');
    expect(ended.stderr).toContain('DISPLAY and WAYLAND_DISPLAY are not set');
    expect(ended.stderr).toMatch(/genctl show job_\w+ --preview/);
    const missing = await run(['show', '@last', '--open'], { env: { PATH: '/nowhere', DISPLAY: ':0' } });
    expect(missing.code).toBe(14);
    expect(missing.stderr).toContain('no program xdg-open on the PATH');
    expect(missing.stderr).not.toContain('WAYLAND');
  });

  it('names the line that brings files here which are not', async () => {
    const { opened, run, withDesktop: onDesktop } = withDesktop(notes);
    const id = (await run([...image, '-w'])).stdout.trim();
    const never = await onDesktop(['show', id, '--json', '--open']);
    expect(never.code).toBe(2);
    expect(errorOf(never)).toMatchObject({ code: 'files_not_here', hint: `genctl download ${id} --open` });
    const [one = '', other] = (await run([...image, '--count', '2', '-D', 'out'])).stdout.trim().split('\n');
    rmSync(one);
    const gone = await onDesktop(['show', '@last', '--open']);
    expect(gone).toMatchObject({ code: 2, stdout: `${other}\n` });
    expect(gone.stderr).toContain('1 file of job_');
    expect(opened()).toEqual([other]);
  });
});
