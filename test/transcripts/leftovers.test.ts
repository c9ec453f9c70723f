import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { uniquePathBeside } from '../../src/files/temp-file.ts';
import { newHome } from './genctl.ts';

/** The number of a process that has ended. */
const { pid: deadPid } = spawnSync(process.execPath, ['--version']);
const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox'];

/** Leaves half a file in a folder, as a process that was killed hours ago would. */
function leaveHalf(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const name = basename(uniquePathBeside(join(folder, 'x'))).replace(`.${process.pid}-`, `.${deadPid}-`);
  const path = join(folder, name);
  writeFileSync(path, '{"ha');
  const past = new Date(Date.now() - 3 * 60 * 60 * 1000);
  utimesSync(path, past, past);
  return path;
}

/** Leaves the submit of the one job open, as a process that was killed after it had recorded the job. */
function leaveOpen(root: string): void {
  const done = join(root, 'ledger', 'done');
  const records = readdirSync(done, { recursive: true, encoding: 'utf8' });
  const record = records.find((name) => /\bjob_\w+\.json$/.test(name)) ?? '';
  const { intent } = JSON.parse(readFileSync(join(done, record), 'utf8'));
  writeFileSync(join(root, 'ledger', 'open', `${intent.idempotency_key}.json`), JSON.stringify(intent));
}

function hiddenIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((path) => path.endsWith('.tmp'));
}

describe('what killed processes left half written', () => {
  it.each([
    ['doctor', ['doctor', '--sandbox']],
    ['jobs prune', ['jobs', 'prune', '--older-than', '90d', '--yes']],
    ['recover of a submit that was ended', ['recover', '--sandbox']],
  ])('is removed from every folder of the home by %s', async (_, words) => {
    const { home, run } = newHome();
    await run([...picture, '-D', 'out']);
    const root = join(home, 'genctl');
    leaveOpen(root);
    const month = readdirSync(join(root, 'ledger', 'done'))[0] ?? '';
    const folders = [
      '.',
      'ledger/open',
      'ledger/keys',
      `ledger/done/${month}`,
      `ledger/done/${month}/refused`,
      'cache',
      'sandbox/jobs',
      'compositions',
    ];
    for (const folder of folders) leaveHalf(join(root, folder));
    const ended = await run(words);
    expect(ended.code, ended.stderr).toBe(0);
    expect(hiddenIn(root)).toEqual([]);
    expect((await run(['jobs', '-q'])).stdout).toMatch(/^job_/);
  });

  it('stays where status only looks, and a dry run of jobs prune removes nothing', async () => {
    const { home, run } = newHome();
    await run([...picture, '-D', 'out']);
    const path = leaveHalf(join(home, 'genctl', 'ledger', 'open'));
    expect((await run(['status', '@last'])).code).toBe(0);
    expect((await run(['jobs', 'prune', '--older-than', '90d', '--dry-run'])).code).toBe(0);
    expect(hiddenIn(dirname(path))).toEqual([basename(path)]);
  });

  it('is removed from the folder that files go to by the next download, and nothing else there is', async () => {
    const { home, run } = newHome();
    const out = join(home, 'out');
    leaveHalf(out);
    const own = `.${deadPid}-0011223344556677.tmp`;
    writeFileSync(join(out, own), 'mine');
    utimesSync(join(out, own), new Date(0), new Date(0));
    const ended = await run([...picture, '-D', 'out', '-q']);
    const [name] = ended.stdout.trim().split('/').slice(-1);
    expect(readdirSync(out).toSorted()).toEqual([own, name, `${name}.json`].toSorted());
    expect(readFileSync(join(out, own), 'utf8')).toBe('mine');
  });
});
