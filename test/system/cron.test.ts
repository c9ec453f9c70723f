import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readBlocks } from '../docs/page.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { newHome } from '../transcripts/genctl.ts';
import { startCron } from './fixtures/between/cron.ts';

const page = 'docs/guide/cron.md';
const binary = resolve('bin/genctl.js');

/** A folder with the program by its name, as an install has it. */
function installed(): string {
  const folder = temporaryFolder('genctl-bin-');
  const program = join(folder, 'genctl');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}

/** A file of the page, by its name. */
function fileOfPage(name: string): string {
  const block = readBlocks(page).find(({ comment }) => comment === `file: ${name}`);
  if (block === undefined) throw new Error(`${page} has no ${name}`);
  return block.text;
}

const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'];
const isPicture = (name: string): boolean => name.endsWith('.png');

it('cron runs the lines of the guide: it mails the paths of files, and an error in three parts', async () => {
  const { home, run } = newHome();
  // No GENCTL_HOME: cron gives HOME alone.
  const env = { GENCTL_HOME: join(home, '.config/genctl') };
  await run(['auth', 'use', 'sandbox'], { env });
  await run([...submit, '--wait'], { env });
  mkdirSync(join(home, 'film'));
  writeFileSync(
    join(home, 'film/shots.csv'),
    'id,model,prompt\ns1,vendor-a/image-1,one\ns2,vendor-a/image-1,two\n',
  );
  const lines = fileOfPage('crontab.txt').replaceAll(/^(\S+ ){5}/gm, '@reboot root ');
  const cron = await startCron(
    `HOME=${home}
GENCTL_SANDBOX_SPEED=instant
${lines.replace('PATH=/usr/local/bin', `PATH=${installed()}`)}@reboot root genctl wait job_unknown --quiet
`,
  );
  const mails = [await cron.nextMail(), await cron.nextMail(), await cron.nextMail()];
  const mailOf = (line: string): string => mails.find((text) => text.includes(line)) ?? '';
  const bodyOf = (mail: string): string => mail.slice(mail.indexOf('\n\n') + 2);
  expect(mailOf('genctl batch')).toContain('To: you@example.com');
  expect(bodyOf(mailOf('genctl batch'))).toBe(`${home}/film/out/s1-1.png\n${home}/film/out/s2-1.png\n`);
  expect(bodyOf(mailOf('genctl sync'))).toMatch(new RegExp(`^(${home}/renders/\\S+-1\\.png\\n)+$`));
  const failure = bodyOf(mailOf('job_unknown'));
  expect(failure).toMatch(/^job_unknown\n. There is no job job_unknown.+\n.+\n.+genctl auth status\n$/);
  expect(mails.join('')).not.toContain('\u001b');
  const again = await run(['sync', '-D', 'renders', '--since', '7d', '--quiet'], { env });
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(await run(['sync', '-D', 'renders', '--quiet'], { env })).toMatchObject({ stdout: '', stderr: '' });
});

it('an empty environment is enough; without a home the variable that names one is told', async () => {
  const { home } = newHome();
  const bare = async (before: readonly string[], words: readonly string[]) => {
    const all = ['-i', ...before, process.execPath, binary, ...words];
    const { stdout, stderr } = await promisify(execFile)('env', all).catch((error) => error);
    return { stdout, stderr };
  };
  const words = [...submit, '-D', join(home, 'out')];
  const variables = [`GENCTL_HOME=${home}/genctl`, 'GENCTL_SANDBOX_SPEED=instant'];
  const { stdout } = await bare(variables, words);
  const [name = ''] = readdirSync(join(home, 'out')).filter(isPicture);
  expect(stdout).toBe(`${join(home, 'out', name)}\n`);
  // A user of a system service, whose home is not there.
  const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  const refused = await bare(nobody, submit);
  expect(refused).toEqual({
    stdout: '',
    stderr: expect.stringContaining('set GENCTL_HOME to another folder'),
  });
});

it('systemd takes the unit and the timer of the guide as they stand', async () => {
  const folder = temporaryFolder('genctl-unit-');
  const path = (name: string): string => join(folder, name);
  const names = ['genctl-sync.service', 'genctl-sync.timer'];
  const program = join(installed(), 'genctl');
  const verified = async (change = (text: string) => text): Promise<string> => {
    for (const name of names)
      writeFileSync(path(name), change(fileOfPage(name)).replace('/usr/bin/genctl', program));
    const { stderr } = await promisify(execFile)('systemd-analyze', [
      'verify',
      '--man=no',
      ...names.map(path),
    ]);
    return stderr;
  };
  expect(await verified()).toBe('');
  expect(await verified((text) => text.replace('RandomizedDelaySec', 'RandomisedDelaySec'))).toContain(
    'RandomisedDelaySec',
  );
});
