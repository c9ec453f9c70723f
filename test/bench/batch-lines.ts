/**
 * What a line of a manifest costs in computing: its check beside a bare loop that parses it, and its whole way to a file beside a
 * bare loop that submits, polls and downloads. Both sides of a ratio are taken in one run. Asserts nothing.
 *
 *     npm run build --silent; npx tsx test/bench/batch-lines.ts [checked] [rendered]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMeasured } from '../system/fixtures/batch/measured-run.ts';
import { openBatchService } from '../system/fixtures/batch/service-process.ts';
import { shotLines, writeManifest } from '../system/fixtures/batch/shots.ts';

const [checked = 100_000, rendered = 500] = process.argv.slice(2).map(Number);
const home = mkdtempSync(join(tmpdir(), 'genctl-bench-'));
const service = await openBatchService({ cap: 200, stepsMost: 1 });

/** The computing of a script of its own process. Unit: ms. */
function bareMs(script: string, environment: Record<string, string> = {}): number {
  const told =
    "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.log((user + system) / 1000); });";
  const words = ['--input-type=module', '-e', `${told}\n${script}`];
  const options = { cwd: home, env: { PATH: process.env.PATH, ...environment } };
  return Number(execFileSync(process.execPath, words, options));
}

async function batchMs(...more: string[]): Promise<number> {
  const run = startMeasured(['batch', 'shots.jsonl', ...more], { home, env: service.account() });
  const { code, cpuMs, stderr } = await run.ended;
  if (code !== 0) throw new Error(`batch ended ${code}: ${stderr}`);
  return cpuMs;
}

const parsing = `
  import { readFileSync } from 'node:fs';
  for (const line of readFileSync('shots.jsonl', 'utf8').split('\\n')) if (line !== '') JSON.parse(line);
`;
const rendering = `
  import { readFileSync, writeFileSync } from 'node:fs';
  const { GENCTL_BASE_URL: base, GENCTL_API_KEY: key } = process.env;
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  const lines = readFileSync('shots.jsonl', 'utf8').trim().split('\\n').map((line) => JSON.parse(line));
  async function render({ id, model, prompt }) {
    const body = JSON.stringify({ model, input: { prompt } });
    const sent = { method: 'POST', headers: { ...headers, 'idempotency-key': 'bare ' + id }, body };
    let job = await (await fetch(base + '/v2/jobs', sent)).json();
    while (job.outputs === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      job = await (await fetch(base + '/v2/jobs/' + job.id, { headers })).json();
    }
    writeFileSync(id + '.bare', Buffer.from(await (await fetch(job.outputs[0].url)).arrayBuffer()));
  }
  await Promise.all(Array.from({ length: 25 }, async () => {
    for (let line = lines.pop(); line !== undefined; line = lines.pop()) await render(line);
  }));
`;

function told(what: string, lines: number, { batch, bare }: { batch: number; bare: number }): string {
  const each = (ms: number): string => `${((ms / lines) * 1000).toFixed(0)} µs`;
  return `${what}, ${lines} lines: ${each(batch)} a line, ${each(bare)} bare, ratio ${(batch / bare).toFixed(1)}\n`;
}

try {
  writeManifest(home, shotLines(checked));
  const check = { batch: await batchMs('--dry-run'), bare: bareMs(parsing) };
  process.stdout.write(told('check', checked, check));
  writeManifest(home, shotLines(rendered));
  const bare = bareMs(rendering, service.account());
  process.stdout.write(
    told('render', rendered, { batch: await batchMs('-D', 'out', '--in-flight', '25'), bare }),
  );
} finally {
  service.close();
  rmSync(home, { recursive: true, force: true });
}
