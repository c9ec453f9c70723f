/**
 * Start-up and request costs of the built binary, as ratios to `node -e 0` and to each other, taken in interleaved rounds of
 * one run: shared machines drift, ratios hold. Prints a table; asserts nothing.
 *
 *     npm run bench [rounds]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const rounds = Number(process.argv[2] ?? 15);
const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const home = mkdtempSync(join(tmpdir(), 'genctl-bench-'));
const memoryHook = join(home, 'memory.cjs');
writeFileSync(
  memoryHook,
  "process.on('exit', () => process._rawDebug('maxrss ' + process.resourceUsage().maxRSS));\n",
);

/** A service that answers at once, so that what is measured is the client. */
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const created = '2026-01-01T00:00:00.000000+00:00';
    const job = {
      id: 'job_bench',
      model: 'vendor-a/image-1',
      status: 'queued',
      created_at: created,
      retry_after: 1,
    };
    const body = JSON.stringify(job);
    response.writeHead(request.method === 'POST' ? 202 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
const { port } = server.address() as AddressInfo;

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  GENCTL_HOME: home,
  GENCTL_BASE_URL: `http://127.0.0.1:${port}`,
  GENCTL_API_KEY: 'bench',
};
// Where it is set it adds 32 ms to each start of Node 20 and hides what is measured here.
delete environment.NODE_EXTRA_CA_CERTS;
delete environment.NODE_OPTIONS;

const submit = ['submit', 'a fox', '--model', 'vendor-a/image-1', '--quiet'];
const cases = {
  floor: ['-e', '0'],
  '--version': [binary, '--version'],
  '--help': [binary, '--help'],
  'submit --help': [binary, 'submit', '--help'],
  'a word completed': [binary, '__complete', 'job', 'job_'],
  'status --json': [binary, 'status', 'job_bench', '--json'],
  submit: [binary, ...submit],
  'jobs --limit 20': [binary, 'jobs', '--limit', '20'],
} as const satisfies Record<string, readonly string[]>;

type CaseName = keyof typeof cases;

const goals: Partial<Record<CaseName, { of: CaseName; most: number }>> = {
  '--version': { of: 'floor', most: 1.2 },
  '--help': { of: 'floor', most: 1.45 },
  'submit --help': { of: 'floor', most: 1.45 },
  'a word completed': { of: 'floor', most: 1.5 },
  'status --json': { of: 'floor', most: 2.6 },
  submit: { of: 'status --json', most: 1.15 },
  'jobs --limit 20': { of: 'floor', most: 3 },
};

function runOnce(
  words: readonly string[],
  hook: readonly string[] = [],
): Promise<{ ms: number; stderr: string }> {
  return new Promise((done, fail) => {
    const started = process.hrtime.bigint();
    const child = spawn(process.execPath, [...hook, ...words], {
      env: environment,
      stdio: ['ignore', 'ignore', hook.length === 0 ? 'ignore' : 'pipe'],
    });
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('error', fail);
    child.once('exit', (code) => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      if (code === 0) done({ ms, stderr });
      else fail(new Error(`${words.join(' ')} ended ${code}: ${stderr}`));
    });
  });
}

const names = Object.keys(cases) as CaseName[];
const times = new Map<CaseName, number[]>(names.map((name) => [name, []]));
for (let round = -1; round < rounds; round += 1) {
  for (const name of names) {
    const { ms } = await runOnce(cases[name]);
    if (round >= 0) times.get(name)?.push(ms);
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** Pair by pair, so that a slow spell of the machine touches both sides. */
function ratio(name: CaseName, of: CaseName): number {
  const base = times.get(of) ?? [];
  return median((times.get(name) ?? []).map((ms, round) => ms / (base[round] ?? Number.NaN)));
}

const lines = [
  `${'case'.padEnd(18)}${'median ms'.padStart(10)}${'ratio'.padStart(8)}${'goal'.padStart(8)}${'peak MiB'.padStart(10)}`,
];
for (const name of names) {
  const goal = goals[name];
  const { stderr } = await runOnce(cases[name], ['--require', memoryHook]);
  const peak = Number(/maxrss (\d+)/.exec(stderr)?.[1]) / 1024;
  const shown = goal === undefined ? ['', ''] : [ratio(name, goal.of).toFixed(2), `≤ ${goal.most}`];
  lines.push(
    `${name.padEnd(18)}${median(times.get(name) ?? [])
      .toFixed(1)
      .padStart(
        10,
      )}${(shown[0] ?? '').padStart(8)}${(shown[1] ?? '').padStart(8)}${peak.toFixed(0).padStart(10)}${goal === undefined ? '' : `  of ${goal.of}`}`,
  );
}
process.stdout.write(`${lines.join('\n')}\n`);
server.close();
server.closeAllConnections();
rmSync(home, { recursive: true, force: true });
