import { describe, expect, it } from 'vitest';
import { wordBytesMost } from '../bundle/budgets.ts';
import { loadedRuns } from '../bundle/fixtures/run-loaded.ts';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { newHome } from './genctl.ts';

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
