import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './roots.ts';

interface Action {
  runs: { steps: { run: string }[] };
}

it('the steps of the setup action install genctl and serve a sandbox for the steps that follow', async () => {
  const folder = temporaryFolder('genctl-action-');
  const variables = join(folder, 'variables');
  writeFileSync(variables, '');
  const packed = run('npx', 'tsx', 'scripts/ship/npm.ts', folder).trim();
  const action = parse(readFileSync('examples/github/setup-genctl/action.yml', 'utf8')) as Action;
  const steps = action.runs.steps.map((step) => step.run).join('\n');
  const settings = [
    ...[`npm_config_prefix=${folder}`, 'npm_config_offline=true', `PATH=${folder}/bin:${process.env.PATH}`],
    ...[`GENCTL_HOME=${folder}/home`, `RUNNER_TEMP=${folder}`, `GITHUB_ENV=${variables}`],
    ...[`PACKAGE=${packed}`, 'PORT=18787'],
  ];
  const said = run('env', ...settings, 'bash', '-e', '-c', `${steps}\necho "sandbox $!"`);
  const pid = Number(/sandbox (\d+)$/m.exec(said)?.[1]);
  onTestFinished(() => void process.kill(pid));
  const account = readFileSync(variables, 'utf8').trim().split('\n');
  expect(run('env', ...settings, ...account, 'genctl', 'models')).toContain('vendor-a/image-1');
});
