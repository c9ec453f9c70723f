import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { outlineCommands, withDescendants } from '../../scripts/command-outline.ts';
import { commandTable } from '../../src/commands/index.ts';
import { runLines } from './session.ts';

const root = resolve(import.meta.dirname, '../..');
const commands = (await outlineCommands(commandTable)).flatMap(withDescendants).filter(({ runs }) => runs);

/** Lines that ask a person, or a service elsewhere; that they can be read is tested with the commands. */
const notHere: RegExp[] = [
  /^genctl compose\b/,
  /^genctl auth login\b/,
  /^genctl sandbox reset$/,
  // Read by zsh: test/system/completion.test.ts.
  /completion zsh/,
  // A port of the machine's own; the same with a free one is run.
  /^genctl sandbox serve --port 8787$/,
  // A store elsewhere: test/system/queue-*.test.ts.
  /^genctl (queue|worker)\b/,
];

const lines = commands.flatMap(({ examples, flags }) =>
  examples
    .filter((line) => !notHere.some((pattern) => pattern.test(line)))
    .map((line) =>
      flags.some(({ long }) => long === '--dry-run') && !line.includes('--dry-run')
        ? `${line} --dry-run`
        : line,
    ),
);

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A home as the examples have it: two jobs with their files, then a draft; an account besides the sandbox. */
const prepared = mkdtempSync(join(tmpdir(), 'genctl-examples-'));
afterAll(() => rmSync(prepared, { recursive: true, force: true }));
await prepare(prepared);

async function prepare(home: string): Promise<void> {
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'genctl'), `#!/bin/sh\nexec '${process.execPath}' '${root}/bin/genctl.js' "$@"\n`);
  chmodSync(join(bin, 'genctl'), 0o755);
  // A desktop that opens every file.
  writeFileSync(join(bin, 'xdg-open'), '#!/bin/sh\n', { mode: 0o755 });
  mkdirSync(join(home, '.config/fish/completions'), { recursive: true });
  mkdirSync(join(home, 'genctl'));
  const profiles = { studio: { base_url: 'https://api.example.com', api_key: 'not used' } };
  const config = { profiles, default_profile: 'sandbox', settings: {} };
  writeFileSync(join(home, 'genctl/config.json'), JSON.stringify(config));
  writeFileSync(
    join(home, 'shots.jsonl'),
    '{"id":"s01","model":"vendor-a/image-1","prompt":"a red fox","scene":"snow"}\n',
  );
  writeFileSync(join(home, 'shots.csv'), 'id,prompt\ns01,a red fox\n');
  writeFileSync(join(home, 'hero.png'), png);
  const submit = 'genctl submit "a red fox" -m vendor-a/image-1 --sandbox -q';
  await run(home, `${submit} --wait\n${submit} -D out\ngenctl draft "a red fox" --wait -q --sandbox`);
  const [id] = (await run(home, 'genctl jobs -q')).split('\n').slice(1);
  const file = `a-red-fox-${id?.slice(4, 12)}-1.png.json`;
  copyFileSync(join(home, 'out', file), join(home, 'out/a-red-fox-5f2c01d3-1.png.json'));
}

function environment(home: string): Record<string, string> {
  return {
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
    HOME: home,
    GENCTL_HOME: join(home, 'genctl'),
    GENCTL_SANDBOX_SPEED: 'instant',
  };
}

async function run(home: string, line: string): Promise<string> {
  const { code, said } = await runLines(line, {
    ...{ home, cwd: home, env: environment(home) },
    shell: ['bash', '-e', '-o', 'pipefail', '-c'],
  });
  expect(code, said).toBe(0);
  return said;
}

function copyOfHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'genctl-example-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  cpSync(prepared, home, { recursive: true });
  return home;
}

it('sees the examples', () => {
  expect(commands.length).toBeGreaterThan(25);
  expect(lines.length).toBeGreaterThan(2 * (commands.length - 5));
});

const once = lines.filter((line) => !line.includes('serve'));
it.each(once)('%s', async (line) => {
  await run(copyOfHome(), line);
});

it.each(lines.filter((line) => line.includes('serve')))('%s, until it is interrupted', async (line) => {
  const home = copyOfHome();
  const served = spawn('bash', ['-c', `exec ${line}`], { cwd: home, env: environment(home) });
  const [said] = await Promise.all([
    new Promise<string>((done) => served.stdout.setEncoding('utf8').once('data', done)).finally(() =>
      served.kill('SIGINT'),
    ),
    new Promise((done) => served.once('close', done)),
  ]);
  expect(said).toContain('127.0.0.1');
});
