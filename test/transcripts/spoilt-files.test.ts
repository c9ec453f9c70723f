import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

it('a file that is not what was fetched stays, and is told beside the name of the one that is', async () => {
  const { home, run } = newHome();
  const words = ['-D', 'out', '--name', 'fox.{ext}'];
  await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox', ...words]);
  const first = join(home, 'out/fox.png');
  const whole = readFileSync(first);
  writeFileSync(first, whole.subarray(0, 100));
  const ended = await run(['download', '@last', ...words]);
  expect(ended.code).toBe(0);
  const second = join(home, 'out/fox-2.png');
  expect(ended.stderr).toContain(`${first} exists already with other content; the download is ${second}`);
  expect([readFileSync(first).length, readFileSync(second)]).toEqual([100, whole]);
  expect((await run(['download', '@last', ...words])).stderr).not.toContain(
    'exists already with other content',
  );
});

it('a file of another job that has the name is no matter', async () => {
  const { run } = newHome();
  const image = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox'];
  const words = ['-D', 'out', '--name', 'fox.{ext}', '-q'];
  await run([...image, ...words]);
  const second = await run([...image, '--count', '2', ...words]);
  expect(second.stdout).toMatch(/fox-2\.png\n.*fox-3\.png\n$/);
  expect(second.stderr).not.toContain('exists already with other content');
});

it('a file that another machine fetched, and is not that any more, is told by its sidecar', async () => {
  const [here, there] = [newHome(), newHome()];
  const { account: env } = await serveSandbox(here.home);
  const words = ['-D', join(here.home, 'out'), '--name', 'fox.{ext}'];
  const image = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64'];
  await here.run([...image, ...words], { env });
  const id = (await here.run(['jobs', '-q'], { env })).stdout.trim();
  const first = join(here.home, 'out/fox.png');
  writeFileSync(first, 'junk');
  const ended = await there.run(['download', id, ...words], { env });
  expect(ended.stderr).toContain(`${first} exists already with other content; the download is`);
});

it.runIf(process.platform !== 'win32')('a pipe in the place of a sidecar keeps nobody waiting', async () => {
  const { home, run } = newHome();
  const image = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox'];
  await run([...image, '-D', 'out', '--name', 'fox.{ext}']);
  const sidecar = join(home, 'out/fox.png.json');
  rmSync(sidecar);
  execFileSync('mkfifo', [sidecar]);
  for (const words of [
    ['gallery', 'out'],
    ['show', 'out/fox.png'],
    ['rerun', './out/fox.png', '--dry-run', '--sandbox'],
    ['download', '@last', '-D', 'out', '--name', 'fox.{ext}'],
  ]) {
    // A test that waits in this process would never time out.
    const { code, stderr } = await run(words, { ownProcess: true });
    expect(code, stderr).toBeTypeOf('number');
  }
  expect(lstatSync(sidecar).isFIFO()).toBe(true);
});
