import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOf, storeBench } from '../stores/store-bench.ts';
import { manifest } from './fixtures/priced-home.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { place } from './fixtures/stored-clips.ts';
import { type Ended, newHome } from './genctl.ts';

const onImages = ['-m', 'vendor-a/image-1', '-D', 'out', '--assume-cost', '0.05'];

/** Machines that share the folder of the files, and neither ledger nor journal. */
async function machines(lines: number) {
  const { home, run } = newHome();
  const { account, jobIds } = await serveSandbox(home);
  manifest(home, lines);
  let count = 0;
  const onNewMachine = (words: readonly string[]): Promise<Ended> => {
    count += 1;
    rmSync(join(home, 'shots.jsonl.shots.genctl.ndjson'), { force: true });
    const env = { ...account, GENCTL_HOME: join(home, `machine-${count}`) };
    return run(['batch', 'shots.jsonl', ...words], { env });
  };
  const sidecars = (): string[] =>
    readdirSync(join(home, 'out'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(home, 'out', name));
  return { home, jobIds, onNewMachine, sidecars };
}

/** The fields of a sidecar, changed. */
function rewrite(path: string, change: Record<string, unknown>): void {
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }));
}

describe('what a batch has cost where sidecars are the only memory', () => {
  it('counts against --max-cost, and is told by summary and report', async () => {
    const { home, jobIds, onNewMachine } = await machines(8);
    const capped = [...onImages, '--max-cost', '0.10', '--in-flight', '1'];
    const first = await onNewMachine(capped);
    expect(first.code, first.stderr).toBe(12);
    expect(first.stderr).toContain('first run on this machine; if this batch ran elsewhere, copy ');
    expect(first.stderr).toContain('or shots may be paid for twice, and --max-cost does not count them');
    const sent = jobIds().length;
    const again = await onNewMachine(capped);
    expect([again.code, jobIds().length], again.stderr).toEqual([12, sent]);
    expect(again.stderr).not.toContain('first run on this machine');
    expect(again.stderr).toContain(`--max-cost counts ${sent} jobs by the sidecars in ${join(home, 'out')}`);
    expect(again.stderr).toContain(`charged $0.00 in this run, $0.0${3 * sent} of $0.10 in all`);
    const third = await onNewMachine([...capped, '--json', '--report', 'r.ndjson']);
    expect([third.code, jobIds().length], third.stderr).toEqual([12, sent]);
    const summary = JSON.parse(third.stdout);
    expect(summary.cost_usd).toBeCloseTo(sent * 0.03, 6);
    expect(summary.budget.spent_usd).toBeCloseTo(summary.cost_usd, 6);
    const report = readFileSync(join(home, 'r.ndjson'), 'utf8').trim().split('\n');
    expect(report.map((line) => JSON.parse(line).cost_usd).filter((usd) => usd === 0.03)).toHaveLength(sent);
  });

  it('counts jobs of shots that are done anew, gone from the manifest, or whose file was moved', async () => {
    const { home, jobIds, onNewMachine, sidecars } = await machines(1);
    expect((await onNewMachine([...onImages, '--max-cost', '1'])).code).toBe(0);
    writeFileSync(join(home, 'shots.jsonl'), '{"id":"s0","prompt":"a wolf"}');
    expect((await onNewMachine([...onImages, '--max-cost', '1', '--revise'])).code).toBe(0);
    for (const path of sidecars().slice(0, 1)) rmSync(path.replace(/\.json$/, ''));
    writeFileSync(join(home, 'shots.jsonl'), '{"id":"s1","prompt":"an owl"}');
    const ended = await onNewMachine([...onImages, '--max-cost', '0.10']);
    expect([ended.code, jobIds().length], ended.stderr).toEqual([12, 2]);
    expect((await onNewMachine([...onImages, '--max-cost', '0.111'])).code).toBe(0);
  });

  it('counts a job once, however many sidecars it has, and the assumed price where they tell none', async () => {
    const { jobIds, onNewMachine, sidecars } = await machines(2);
    const one = [...onImages, '--in-flight', '1', '--count', '2'];
    expect((await onNewMachine([...one, '--max-cost', '0.06'])).code).toBe(12);
    expect([jobIds().length, sidecars().length]).toEqual([1, 2]);
    for (const path of sidecars()) rewrite(path, { cost_usd: null });
    const ended = await onNewMachine([...one, '--max-cost', '0.099', '--json']);
    expect([ended.code, jobIds().length], ended.stderr).toEqual([12, 1]);
    expect(JSON.parse(ended.stdout).budget).toMatchObject({ spent_usd: 0.05 });
    expect((await onNewMachine([...one, '--max-cost', '0.10'])).code).toBe(0);
  });

  it('has no charge below zero', async () => {
    const { jobIds, onNewMachine, sidecars } = await machines(2);
    const one = [...onImages, '--in-flight', '1', '--max-cost', '0.05'];
    expect((await onNewMachine(one)).code).toBe(12);
    for (const path of sidecars()) rewrite(path, { cost_usd: -5 });
    expect([(await onNewMachine(one)).code, jobIds().length]).toEqual([12, 1]);
  });

  it('of another shard counts for that one', async () => {
    const { onNewMachine } = await machines(6);
    const words = [...onImages, '--max-cost', '0.40', '--shard'];
    const [first, second] = [await onNewMachine([...words, '1/2']), await onNewMachine([...words, '2/2'])];
    expect([first.code, second.code], second.stderr).toEqual([0, 0]);
  });
});

describe('what all jobs of a batch were charged', () => {
  it('has those of lines that were revised, whichever memory knows them', async () => {
    const { home, run } = newHome();
    const { account: env } = await serveSandbox(home);
    manifest(home, 2);
    const words = ['batch', 'shots.jsonl', '-m', 'vendor-a/image-1'];
    expect((await run(words, { env })).stderr).toContain('charged $0.06');
    writeFileSync(join(home, 'shots.jsonl'), '{"id":"s0","prompt":"a fox"}\n{"id":"s1","prompt":"an owl"}');
    expect((await run([...words, '--revise'], { env })).stderr).toContain(
      'charged $0.03 in this run, $0.09 in all',
    );
    const elsewhere = { ...env, GENCTL_HOME: join(home, 'elsewhere') };
    const { stdout } = await run([...words, '--json'], { env: elsewhere });
    expect(JSON.parse(stdout).cost_usd).toBeCloseTo(0.09, 6);
    const capped = ['--assume-cost', '0.05', '--max-cost', '0.119'];
    writeFileSync(join(home, 'shots.jsonl'), '{"id":"s2","prompt":"a crow"}');
    const other = await run([...words, ...capped, '--json'], { env: elsewhere });
    expect([other.code, JSON.parse(other.stdout).budget.spent_usd], other.stderr).toEqual([12, 0.09]);
    expect(JSON.parse(other.stdout).cost_usd).toBeCloseTo(0.09, 6);
    writeFileSync(join(home, 'shots.jsonl'), '{"id":"s0","prompt":"a fox"}\n{"id":"s1","prompt":"an owl"}');
    rmSync(join(home, 'shots.jsonl.shots.genctl.ndjson'));
    const { stdout: byLedger } = await run([...words, '--json'], { env });
    expect(JSON.parse(byLedger).cost_usd).toBeCloseTo(0.09, 6);
  });
});

describe('what a batch has cost where sidecars in a bucket are the only memory', () => {
  it('counts against --max-cost, also of files that are gone from it', async () => {
    const { home, run, store } = await storeBench();
    manifest(home, 4);
    const words = ['batch', 'shots.jsonl', '-m', 'vendor-a/image-1', '--sandbox', ...place];
    const capped = [...words, '--assume-cost', '0.05', '--max-cost', '0.05', '--in-flight', '1'];
    expect((await run(capped)).code).toBe(12);
    rmSync(join(home, 'shots.jsonl.shots.sandbox.genctl.ndjson'));
    store.objects.delete('film/s0-1.png');
    const before = callsOf(store, 'PUT object').length;
    const again = await run([...capped, '--json'], { env: { GENCTL_HOME: join(home, 'elsewhere') } });
    expect(again.code, again.stderr).toBe(12);
    expect(JSON.parse(again.stdout).budget).toMatchObject({ spent_usd: 0.03 });
    expect(callsOf(store, 'PUT object')).toHaveLength(before);
  });
});
