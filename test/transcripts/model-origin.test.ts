import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { errorOf, newHome } from './genctl.ts';

const env = { GENCTL_PROFILE: 'sandbox' };

it('a model of the settings that nobody serves is named as theirs, and mended there', async () => {
  const { run } = newHome();
  await run(['config', 'set', 'model', 'vendor-a/imaeg-1']);
  const { fix, why } = errorOf(await run(['submit', 'a fox', '--json'], { env })) as {
    fix: { argv: string[] };
    why: string;
  };
  expect(why).toContain('The model comes from the settings.');
  expect(fix.argv).toEqual(['genctl', 'config', 'set', 'model', 'vendor-a/image-1']);
  expect((await run(fix.argv.slice(1))).code).toBe(0);
  expect((await run(['submit', 'a fox', '-w'], { env })).code).toBe(0);
});

it('one of the environment or of a project file is named with its place', async () => {
  const { home, run } = newHome();
  const ofEnvironment = await run(['submit', 'a fox'], { env: { ...env, GENCTL_MODEL: 'vendor-a/imaeg-1' } });
  expect(ofEnvironment.stderr).toContain('The model comes from GENCTL_MODEL.');
  expect(ofEnvironment.stderr).toContain('export GENCTL_MODEL=vendor-a/image-1');
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  writeFileSync(join(cwd, '.genctl.json'), '{"model": "vendor-a/imaeg-1"}');
  const ofProject = await run(['submit', 'a fox'], { env, cwd });
  expect(ofProject.stderr).toMatch(/The model comes from the project file .*\.genctl\.json\./);
  expect(ofProject.stderr).toContain('set "model" to vendor-a/image-1 in ');
});

it('one of the line is mended there where it is a slip; another number may be dearer, and is told in words', async () => {
  const { run } = newHome();
  await run(['config', 'set', 'model', 'vendor-a/imaeg-1']);
  const refused = await run(['submit', 'a fox', '-m', 'vendor-a/imaeg-1', '--no-preflight', '--json'], {
    env,
  });
  expect(errorOf(refused).fix).toMatchObject({ argv: expect.arrayContaining(['vendor-a/image-1']) });
  const other = await run(['submit', 'a fox', '-m', 'vendor-a/image-2', '--no-preflight', '--json'], { env });
  expect(errorOf(other).fix).toBeNull();
  expect(other.stderr).toContain('set the model to vendor-a/image-1');
});

it('one that the checks miss on the list is mended at its place, too', async () => {
  const { run } = newHome();
  const { account, bodies } = await countingService([promptModel('other/clip', {})]);
  await run(['config', 'set', 'model', 'other/clpi']);
  const refused = errorOf(await run(['submit', 'a fox', '--strict', '--json'], { env: account })) as {
    hint: string;
    why: string;
    fix: { argv: string[] };
  };
  expect(refused.why).toContain('The model comes from the settings.');
  expect(refused.hint).toMatch(/^genctl config set model other\/clip\n/);
  expect(refused.fix.argv).toEqual(['genctl', 'config', 'set', 'model', 'other/clip']);
  const ofLine = ['submit', 'a fox', '-m', 'other/clpi', '--strict', '--json'];
  expect(errorOf(await run(ofLine, { env: account })).fix).toMatchObject({
    argv: ['genctl', 'submit', 'a fox', '-m', 'other/clip', '--strict', '--json'],
  });
  expect(bodies).toEqual([]);
});
