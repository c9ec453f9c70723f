import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
});
