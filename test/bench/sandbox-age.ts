import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox } from '../../src/sandbox/library.ts';
import { serve } from './sandbox-load.ts';
import { line, median, middle } from './table.ts';

const jobs = 100_000;
const polls = 300;
const key = 'sbx_local';

/** Measures a start of a served sandbox and a poll with many jobs in its state, beside those with one. */
export async function benchAge(folder: string, rounds: number): Promise<void> {
  process.stdout.write(`\n${line('age', 'start ms', 'poll ms', 'goal')}`);
  const homes = { empty: join(folder, 'empty'), old: join(folder, 'old') };
  const id = await stateOf(homes.empty, 1);
  await stateOf(homes.old, jobs);
  const took: Record<keyof typeof homes, { startMs: number; pollMs: number }[]> = { empty: [], old: [] };
  // One round that is not counted.
  for (let round = -1; round < rounds; round += 1)
    for (const which of ['empty', 'old'] as const) {
      const one = await startAndPoll(homes[which], id);
      if (round >= 0) took[which].push(one);
    }
  const cells = (which: keyof typeof homes) =>
    (['startMs', 'pollMs'] as const).map((what) => middle(took[which].map((one) => one[what])).toFixed(2));
  const ratio = (what: 'startMs' | 'pollMs') =>
    middle(took.old.map((one, round) => one[what] / (took.empty[round]?.[what] ?? Number.NaN))).toFixed(2);
  process.stdout.write(line('a state of one job', ...cells('empty')));
  process.stdout.write(line(`a state of ${jobs} jobs`, ...cells('old')));
  process.stdout.write(line('ratio', ratio('startMs'), ratio('pollMs'), '≤ 1.1'));
}

async function startAndPoll(home: string, id: string): Promise<{ startMs: number; pollMs: number }> {
  const begunMs = performance.now();
  const served = await serve(home);
  const startMs = performance.now() - begunMs;
  const times: number[] = [];
  for (let poll = 0; poll < polls; poll += 1) {
    const sentMs = performance.now();
    const answer = await fetch(`${served.url}/v2/jobs/${id}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    if (!answer.ok) throw new Error(`A poll was answered ${answer.status}`);
    await answer.arrayBuffer();
    times.push(performance.now() - sentMs);
  }
  await served.stop();
  return { startMs, pollMs: median(times) };
}

/** A state with so many jobs that are over: one that was submitted, and others like it. Resolves with its id, which any state has. */
async function stateOf(home: string, count: number): Promise<string> {
  const folder = join(home, 'sandbox');
  const sandbox = createSandbox({ folder, seed: 1 });
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'k',
  };
  const body = JSON.stringify({ model: 'vendor-a/image-1', input: { prompt: 'a fox' } });
  await sandbox.fetch(`${sandbox.baseUrl}/v2/jobs`, { method: 'POST', headers, body });
  const [id = ''] = readdirSync(join(folder, 'jobs'));
  await sandbox.fetch(`${sandbox.baseUrl}/v2/jobs/${id}`, { headers });
  const [job, ending] = ['jobs', 'endings'].map((kind) => readFileSync(join(folder, kind, id), 'utf8'));
  for (let other = 1; other < count; other += 1) {
    const name = `job_${other.toString(16).padStart(32, '0')}`;
    writeFileSync(join(folder, 'jobs', name), job?.replaceAll(id, name) ?? '');
    writeFileSync(join(folder, 'endings', name), ending ?? '');
  }
  return id;
}
