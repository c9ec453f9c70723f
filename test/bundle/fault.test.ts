import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** As an install may be: with a name that has to be told apart from the words around it. */
const install = join(mkdtempSync(join(tmpdir(), 'genctl-fault-')), 'my tools (new)');
afterAll(() => rmSync(resolve(install, '..'), { recursive: true, force: true }));

/** A copy of what is shipped, in which a function ends with a fault. Its name is looked for as it stands in the source. */
function breakFunction(name: string): string {
  for (const part of ['bin', 'dist']) cpSync(join(root, part), join(install, part), { recursive: true });
  const dist = join(install, 'dist');
  const begin = new RegExp(`function ${name}\\([^)]*\\)\\{`);
  const broken = readdirSync(dist)
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(dist, file))
    .filter((path) => begin.test(readFileSync(path, 'utf8')));
  expect(broken).toHaveLength(1);
  const [path = ''] = broken;
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(begin, (whole) => `${whole}null.charged();`),
  );
  return join(install, 'bin/genctl.js');
}

it('a fault of the shipped program names the function and the file of the source', async () => {
  const binary = breakFunction('beginCostSheet');
  const ended = await promisify(execFile)(process.execPath, [binary, 'costs'], {
    env: { PATH: process.env.PATH, GENCTL_HOME: join(install, 'home') },
  }).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  expect(ended.code).toBe(1);
  const [first, second] = ended.stderr.split('\n').filter((text) => text.trim().startsWith('at '));
  expect(first).toMatch(/^ *at (?:Object\.)?beginCostSheet (?:\[as \w+\] )?\(.*\) of src\/flows\/costs\.ts$/);
  expect(second).toMatch(/ of src\/commands\/costs\.ts$/);
});
