import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { priced, submitFox } from './fixtures/priced-home.ts';
import type { Ended } from './genctl.ts';

interface DoctorItem {
  name: string;
  message: string;
}

const itemsOf = (ended: Ended): unknown[] => JSON.parse(ended.stdout).items;

/** The only month of a home's jobs. */
function monthOf(home: string): string {
  const done = join(home, 'genctl', 'ledger', 'done');
  return join(done, readdirSync(done)[0] ?? '');
}

async function threeJobs() {
  const opened = await priced();
  await opened.run(submitFox('--wait', '--quiet'));
  await opened.run(submitFox('--wait', '--quiet'));
  return { ...opened, backup: join(opened.home, 'backup'), ledger: join(opened.home, 'genctl', 'ledger') };
}

describe('a ledger that was lost', () => {
  it('and is copied back over a newer job has all jobs, and no budget is exceeded', async () => {
    const { backup, home, ledger, price, run, set } = await threeJobs();
    await set('budget.day', price * 4);
    cpSync(ledger, backup, { recursive: true });
    rmSync(ledger, { recursive: true });
    expect((await run(submitFox('--quiet'))).code).toBe(0);
    expect(itemsOf(await run(['jobs', '--sandbox', '--json']))).toHaveLength(1);
    execFileSync('cp', ['-rn', `${backup}/.`, ledger]);

    const refused = await run(submitFox('--json'));
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stderr).error.code).toBe('over_budget');
    const doctor = itemsOf(await run(['doctor', '--sandbox', '--json'])) as DoctorItem[];
    const { message } = doctor.find(({ name }) => name === 'ledger') ?? { message: '' };
    expect(message).toMatch(/^4 jobs, /);
    expect(message).toMatch(/3 records were missing from the index of \d{4}-\d{2}; it was made anew/);
    expect(itemsOf(await run(['jobs', '--sandbox', '--json']))).toHaveLength(4);
    expect((await run(['wait', '--all', '--sandbox', '--quiet'])).code).toBe(0);
    expect(JSON.parse((await run(['costs', '--sandbox', '--json'])).stdout).total_usd).toBe(price * 4);
    expect((await run(['sync', '--sandbox', '-D', 'out', '-q'])).code).toBe(0);
    expect(readdirSync(join(home, 'out')).filter((name) => /\.(png|jpg)$/.test(name))).toHaveLength(4);
  });
});

describe('an index that does not fit the records', () => {
  const spoil: [string, (log: string, backup: string) => void][] = [
    ['is older than they are', (log, backup) => copyFileSync(backup, log)],
    ['is empty', (log) => writeFileSync(log, '')],
    ['has a line that makes no sense', (log) => writeFileSync(log, Buffer.alloc(statSync(log).size, 'x'))],
    ['ends in a return', (log) => appendFileSync(log, '\r')],
    ['is gone', (log) => rmSync(log)],
  ];
  it.each(spoil)('because it %s hides no job, and no charge', async (_, spoilLog) => {
    const { home, price, run, set } = await priced();
    const backup = join(home, 'backup');
    copyFileSync(join(monthOf(home), 'order.log'), backup);
    await run(submitFox('--wait', '--quiet'));
    await run(submitFox('--wait', '--quiet'));
    await set('budget.day', price * 3.5);
    spoilLog(join(monthOf(home), 'order.log'), backup);
    expect((await run(submitFox())).code).toBe(2);
    expect(itemsOf(await run(['jobs', '--sandbox', '--json']))).toHaveLength(3);
    expect(JSON.parse((await run(['costs', '--sandbox', '--json'])).stdout).total_usd).toBe(price * 3);
  });
});
