import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordBytesMost } from '../bundle/budgets.ts';
import { loadedRuns } from '../bundle/fixtures/run-loaded.ts';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { newHome } from './genctl.ts';

const { run } = newHome();
const runLoaded = loadedRuns();

describe('genctl __complete', () => {
  it('offers the jobs that were submitted and the models that were listed', async () => {
    const { run } = newHome();
    const submitted = await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-q']);
    await run(['models', '--sandbox', '-q']);
    const id = submitted.stdout.trim();
    const jobs = await run(['__complete', 'genctl status ']);
    expect(jobs.stdout).toMatch(new RegExp(`^@last\t\\w+: a fox\n${id}\t\\w+: a fox\n$`));
    const models = await run(['__complete', 'genctl submit --sandbox -m vendor-a/im']);
    expect(models.stdout).toBe('vendor-a/image-1\timage\n');
  });

  it('offers the models of the sandbox in an empty home, with it or without an account', async () => {
    const { run } = newHome();
    for (const line of ['genctl submit -m vendor-b/', 'genctl submit --sandbox -m vendor-b/']) {
      const { stdout } = await run(['__complete', line]);
      expect(stdout).toContain('vendor-b/video-2.5\tvideo\nvendor-b/video-2.0\tvideo\n');
      expect(stdout).toContain('vendor-b/image-1\timage\n');
    }
  });

  it('asks a service once for the models of its account, keeps them, and is quiet where it can not', async () => {
    const { run } = newHome();
    const { account, lists, seen } = await countingService(503);
    const words = ['__complete', 'genctl submit -m '];
    expect(await run(words, { env: account })).toMatchObject({ code: 0, stdout: '', stderr: '' });
    lists([promptModel('own/clip', {})]);
    seen.splice(0);
    for (let turn = 0; turn < 2; turn += 1) {
      const { stdout } = await run(words, { env: account });
      expect(stdout).toMatch(/^own\/clip\tvideo\nspicy\/video-2-5\tvideo\n/);
    }
    expect(seen).toEqual(['GET /v2/models']);
  });

  it('offers the settings of the cast', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, '.genctl.json'), '{"cast": {"fox": "fox.png"}}');
    const offered = async (line: string) => (await run(['__complete', line])).stdout;
    for (const command of ['get', 'set', 'unset'])
      expect(await offered(`genctl config ${command} cast.`)).toBe('cast.fox\tfox.png\n');
  });

  it('ends 0 and says nothing where it knows nothing', async () => {
    const lines = ['genctl wait nothing-like-it', 'genctl elephant e', 'genctl submit --profile nobody -m '];
    for (const line of lines)
      expect(await run(['__complete', line])).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(await run(['__complete'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('offers the commands, flags and values of the table', async () => {
    expect((await run(['__complete', 'genctl -q jobs pr'])).stdout).toMatch(/^prune\t.+\n$/);
    const flags = (await run(['__complete', 'genctl submit --dry-run --r'])).stdout;
    expect(flags).toMatch(/^--ratio\t.+$/m);
    expect(flags).not.toContain('--dry-run');
    expect((await run(['__complete', 'genctl config set color al', 'al'])).stdout).toBe(
      'always\twhen to color text\n',
    );
    expect((await run(['__complete', 'genctl help jobs', 'jobs'])).stdout).toBe('jobs\t\n');
  });

  it.each([
    ['job', 'genctl wait '],
    ['draft', 'genctl finalize '],
    ['model', 'genctl submit -m '],
    ['profile', 'genctl auth use '],
  ])('loads next to nothing for a %s', async (_, line) => {
    const { bytes, chunks } = await runLoaded(['__complete', line]);
    expect(chunks).toContain('complete-word');
    expect(chunks.filter((name) => /shell|service|network|submit|contract/.test(name))).toEqual([]);
    expect(bytes).toBeLessThan(wordBytesMost);
  });
});
