import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { version } from '../../package.json';

const repository = join(import.meta.dirname, '../..');

/** A machine that has a form of genctl and little else. */
export interface Machine {
  /** The program and the words that start genctl there; the words of a line come after them. */
  genctl: readonly [string, ...string[]];
  /** Its root on this machine: `/` where it has none of its own. */
  root: string;
  /** An empty folder there that its user may write to, as a path of that machine. */
  work: string;
  env: Readonly<Record<string, string>>;
}

interface Line {
  /** Account and speed. */
  env?: Readonly<Record<string, string>>;
}

function start(
  { genctl: [program, ...before], env, root, work }: Machine,
  words: readonly string[],
  line: Line,
) {
  return spawn(program, [...before, ...words], {
    cwd: join(root, work),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      HOME: work,
      GENCTL_HOME: join(work, 'genctl'),
      GENCTL_SANDBOX_SPEED: 'instant',
      ...env,
      ...line.env,
    },
  });
}

/** Runs a line there and resolves with its stdout. Fails unless it ends with `code`, and then resolves with its stderr. */
export async function type(machine: Machine, words: readonly string[], line: Line & { code?: number } = {}) {
  const { code = 0, ...how } = line;
  const child = start(machine, words, how);
  const [stdout, stderr] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    once(child, 'close'),
  ]);
  const [said, complaint] = [stdout, stderr].map((pieces) => Buffer.concat(pieces).toString()) as [
    string,
    string,
  ];
  expect(child.exitCode, `${words.join(' ')}: ${complaint}`).toBe(code);
  return code === 0 ? said.trimEnd() : complaint;
}

/** The purpose of genctl from one end to the other: a film of the sandbox, a batch, a gallery, and a sandbox that is served. */
export async function doMainJob(machine: Machine): Promise<void> {
  const { root, work } = machine;
  const here = (path: string) => join(root, path.startsWith('/') ? path : join(work, path));
  const sandbox = ['--sandbox', '--quiet'];
  expect(await type(machine, ['--version'])).toBe(`genctl ${version}`);
  const image = ['submit', 'a red fox in fresh snow', '-m', 'vendor-a/image-1', '--set', 'size=1024x1024'];
  const clip = [
    'submit',
    'a red fox trots',
    '-m',
    'vendor-b/video-2.5',
    '--duration',
    '4',
    '--ratio',
    '16:9',
  ];
  const ids = [await type(machine, [...image, ...sandbox]), await type(machine, [...clip, ...sandbox])];
  const paths = (await type(machine, ['wait', ...ids, '-D', join(work, 'out')])).split('\n').sort();
  const beginnings = paths.map((path) => readFileSync(here(path)).toString('latin1', 0, 8));
  expect(beginnings).toEqual([expect.stringContaining('PNG'), expect.stringContaining('ftyp')]);
  expect(await type(machine, ['jobs'])).toMatch(/succeeded[\s\S]*succeeded/);

  const lines = ['fox', 'owl', 'hare'].map((animal) => `${animal},vendor-a/image-1,a ${animal} in snow`);
  writeFileSync(here('shots.csv'), ['id,model,prompt', ...lines, ''].join('\n'));
  const batch = [
    'batch',
    join(work, 'shots.csv'),
    '-D',
    join(work, 'shots'),
    '--journal',
    join(work, 'shots.ndjson'),
  ];
  await type(machine, [...batch, ...sandbox]);
  expect(readdirSync(here('shots')).filter((name) => name.endsWith('.png'))).toHaveLength(3);
  await type(machine, ['gallery', join(work, 'shots'), '-o', join(work, 'page.html')]);
  expect(readFileSync(here('page.html'), 'utf8')).toContain('a hare in snow');

  for (const [words, path] of filesOfTheProgram)
    expect(await type(machine, words)).toBe(readFileSync(join(repository, path), 'utf8').trimEnd());
  expect(await type(machine, ['__complete', 'genctl wai', 'wai'])).toMatch(/^wait\t/);
  await serveSandbox(machine, async (account) => {
    const over = [...image, '-D', join(work, 'over')];
    expect(existsSync(here(await type(machine, [...over, '--quiet'], { env: account })))).toBe(true);
  });
}

const filesOfTheProgram = [
  [['completion', 'bash'], 'completions/genctl.bash'],
  [['help', 'json', '--schema', 'genctl.job/v1'], 'schemas/job-v1.json'],
] as const;

/** Serves the sandbox there, has it used over HTTP, and ends it. */
async function serveSandbox(machine: Machine, use: (account: Record<string, string>) => Promise<void>) {
  const child = start(machine, ['sandbox', 'serve', '--port', '0', '--json'], {});
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    const { api_key, base_url } = JSON.parse(line) as { api_key: string; base_url: string };
    expect(await (await fetch(`${base_url}/healthz`)).json()).toEqual({ status: 'ok' });
    await use({ GENCTL_BASE_URL: base_url, GENCTL_API_KEY: api_key });
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
}
