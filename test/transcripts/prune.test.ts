import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsIn, threeLines, withManifest } from './fixtures/manifest.ts';
import { priced, submitFox } from './fixtures/priced-home.ts';
import { errorOf, newHome } from './genctl.ts';

const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox', '-q'];

function homeWithLedger() {
  const { home, run } = newHome();
  return {
    run,
    ledgerFile(id: string): boolean {
      const done = join(home, 'genctl', 'ledger', 'done');
      return readdirSync(done).some((month) => existsSync(join(done, month, `${id}.json`)));
    },
  };
}

describe('jobs prune', () => {
  it('lists with --dry-run, asks unless --yes, and leaves what is not over', async () => {
    const { ledgerFile, run } = homeWithLedger();
    const old = (await run([...image, '-D', 'out'])).stdout.trim();
    const id = (await run(['jobs', '-q'])).stdout.trim();
    const goesOn = (await run(image)).stdout.trim();
    const dry = await run(['jobs', '--json', 'prune', '--older-than', '0', '--dry-run']);
    expect(JSON.parse(dry.stdout)).toMatchObject({
      schema: 'genctl.prune/v1',
      dry_run: true,
      jobs: 1,
      bytes: null,
      items: [{ id, status: 'succeeded', profile: 'sandbox' }],
    });
    const asked = await run(['jobs', 'prune', '--older-than', '0', '--json']);
    expect(asked.code).toBe(2);
    expect(errorOf(asked)).toMatchObject({ code: 'input_required', hint: expect.stringContaining('--yes') });
    expect(ledgerFile(id)).toBe(true);

    expect((await run(['jobs', 'prune', '--older-than', '1d', '--yes'])).stderr).toContain(
      'Nothing to prune',
    );
    expect((await run(['jobs', 'prune', '--older-than', '0', '--yes', '--profile', 'other'])).code).toBe(0);
    expect(ledgerFile(id)).toBe(true);

    const pruned = await run(['jobs', 'prune', '--older-than', '0', '--yes']);
    expect(pruned.code).toBe(0);
    expect(pruned.stderr).toMatch(/^1 job removed; [\d.]+ k?B freed\.\n$/);
    expect(ledgerFile(id)).toBe(false);
    expect((await run(['jobs', '-q'])).stdout.trim()).toBe(goesOn);
    expect((await run(['status', '@last', '-q'])).stdout.trim()).toBe(goesOn);
    // Its file and what made it stay.
    expect(JSON.parse(readFileSync(`${old.split('\n').at(-1)}.json`, 'utf8'))).toMatchObject({ job_id: id });
  });

  it('leaves a name of --once used: run again, it is the same job', async () => {
    const { ledgerFile, run } = homeWithLedger();
    const once = [...image, '--once', 'hero', '-w'];
    await run(once);
    const id = (await run(['jobs', '-q', '--limit', '1'])).stdout.trim();
    await run(['jobs', 'prune', '--older-than', '0', '--yes']);
    expect(ledgerFile(id)).toBe(false);
    const again = await run([...once, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ id, once: 'hero' });
  });

  it('says, before it removes any, how many jobs have files that were never downloaded', async () => {
    const { run } = homeWithLedger();
    await run([...image, '-D', 'out']);
    for (const _ of [1, 2]) await run([...image, '-w']);
    const prune = (...words: string[]) => run(['jobs', 'prune', '--older-than', '0', ...words]);
    const words = '3 jobs (2 with files that were never downloaded here)';
    expect((await prune('--dry-run')).stderr).toBe(`${words} would be removed.\n`);
    expect((await prune()).stderr).toContain(`Remove the records of ${words}, older than 2`);
    expect((await prune('--yes')).stderr).toMatch(/^3 jobs removed; /);
  });

  it('leaves a name that leads to its job, which is then on record again, and counts once', async () => {
    const { price, run, set } = await priced();
    await set('budget.day', price * 10);
    const words = submitFox('--once', 'hero', '-D', 'out');
    expect((await run(words)).code).toBe(0);
    const spentOf = async () => JSON.parse((await run(['costs', '--sandbox', '--json'])).stdout).budgets;
    const spent = await spentOf();
    expect((await run(['jobs', 'prune', '--older-than', '0', '--yes'])).code).toBe(0);
    expect((await run(['jobs', '-q'])).stdout).toBe('');
    const again = await run(words);
    expect(again.code, again.stderr).toBe(0);
    const id = (await run(['jobs', '-q'])).stdout.trim();
    expect(again.stderr).toContain(id);
    expect((await run(['show', id])).stdout).toMatch(/once +hero/);
    expect((await run(['download', '@last', '-D', 'elsewhere', '-q'])).code).toBe(0);
    expect(await spentOf()).toEqual(spent);
  });

  it('leaves no record that never ends to a job that the service has dropped, too', async () => {
    const { home, run } = newHome();
    const words = submitFox('--once', 'hero', '-q');
    const { stdout: id } = await run(words);
    await run(['wait', '@last']);
    await run(['jobs', 'prune', '--older-than', '0', '--yes']);
    rmSync(join(home, 'genctl', 'sandbox', 'jobs'), { recursive: true });
    expect(await run(words)).toMatchObject({ code: 0, stdout: id });
    expect((await run(['jobs', '-q'])).stdout).toBe('');
    expect(jobsIn(home)).toBe(0);
  });

  it('leaves shots of a batch that are on record again as soon as it is run', async () => {
    const { batch, home, run } = withManifest(threeLines.slice(0, 2));
    expect((await batch()).code).toBe(0);
    expect((await run(['jobs', 'prune', '--older-than', '0', '--yes'])).code).toBe(0);
    rmSync(join(home, 'shots.jsonl.shots.sandbox.genctl.ndjson'));
    const again = await batch('-D', 'out');
    expect(again.code, again.stderr).toBe(0);
    expect(jobsIn(home)).toBe(2);
    const listed = await run(['jobs', '--batch', 'shots', '--json']);
    expect(JSON.parse(listed.stdout).items).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }]);
  });
});
