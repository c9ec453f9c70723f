import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** As an install may be: with a name that has to be told apart from the words around it. */
const install = join(mkdtempSync(join(tmpdir(), 'genctl-fault-')), 'my tools (new)');
afterAll(() => rmSync(resolve(install, '..'), { recursive: true, force: true }));

const binary = join(install, 'bin/genctl.js');
const home = join(install, 'home');

/** A copy of what is shipped, in which a function ends with a fault. Its name is looked for as it stands in the source. */
function breakFunction(name: string): void {
  const { path, begin } = installedFunction(name);
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(begin, (whole) => `${whole}null.charged();`),
  );
}

/** The file of a function in a new copy of what is shipped, and how the function begins. */
function installedFunction(name: string): { path: string; begin: RegExp } {
  for (const part of ['bin', 'dist']) {
    rmSync(join(install, part), { recursive: true, force: true });
    cpSync(join(root, part), join(install, part), { recursive: true });
  }
  const dist = join(install, 'dist');
  const begin = new RegExp(`function ${name}\\([^)]*\\)\\{`);
  const found = readdirSync(dist)
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(dist, file))
    .filter((path) => begin.test(readFileSync(path, 'utf8')));
  expect(found).toHaveLength(1);
  return { path: found[0] ?? '', begin };
}

interface Ended {
  code: number;
  stderr: string;
}

async function costs(env: Record<string, string> = {}, flags: readonly string[] = []): Promise<Ended> {
  return run(['costs', ...flags], env);
}

async function run(words: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return promisify(execFile)(process.execPath, [binary, ...words], {
    env: { PATH: process.env.PATH, GENCTL_HOME: home, ...env },
  }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: Ended) => error,
  );
}

it('a fault of the shipped program names the function', async () => {
  breakFunction('beginCostSheet');
  const { code, stderr } = await costs();
  expect(code).toBe(1);
  const [first] = stderr.split('\n').filter((text) => text.trim().startsWith('at '));
  expect(first).toMatch(/^ *at (?:Object\.)?beginCostSheet (?:\[as \w+\] )?\(.*\)$/);
});

it('a program that was replaced while it ran says so, however it is loaded', async () => {
  rmSync(installedFunction('beginCostSheet').path);
  mkdirSync(home, { recursive: true });
  const [byCode, byNode] = [await costs(), await costs({ NODE_DISABLE_COMPILE_CACHE: '1' })];
  expect(byCode.code).toBe(14);
  expect(byCode.stderr).toContain('genctl was replaced while it ran');
  expect(byCode.stderr).not.toContain('ENOENT');
  expect([byNode.code, byNode.stderr]).toEqual([byCode.code, byCode.stderr]);
});

it('so does one whose embedded service finds a part of itself gone', async () => {
  rmSync(installedFunction('blockGlyph').path);
  const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-D', join(install, 'out')];
  const { code, stderr } = await run(submit, { GENCTL_SANDBOX_SPEED: 'instant' });
  expect(code, stderr).toBe(14);
  expect(stderr).toContain('genctl was replaced while it ran');
  expect(stderr).not.toMatch(/again in|answered 500/);
});

it.each(['start.js', 'main.js'])(
  'a program that is being installed says so, where %s is not there yet',
  async (name) => {
    installedFunction('beginCostSheet');
    rmSync(join(install, 'dist', name));
    const { code, stderr } = await costs();
    expect(code).toBe(14);
    expect(stderr.split('\n')).toEqual([
      '✗ genctl could not start',
      expect.stringContaining(name),
      '  → wait until the install is complete (npm install -g genctl), then run it again',
      '',
    ]);
    const { error } = JSON.parse((await costs({}, ['--json'])).stderr) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ code: 'not_started', exit_code: 14, retryable: true, job_id: null });
  },
);
