import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordBytes } from '../../../src/ledger/records/parse.ts';
import { readJson } from '../../../src/schema/json/read-json.ts';
import { intent, startMs } from '../fixtures/records.ts';
import { dayMs, likeness, made, opened, scope, usd } from '../fixtures/spending.ts';

describe('a job of which nothing is heard', () => {
  it('counts on the day of its deadline, and holds nothing of later days', async () => {
    const { claim, clock, record, spent } = opened();
    await record('job_1', await made(claim({}, { assumed: 2 })));
    expect(await spent()).toEqual([0, 0, 2]);
    clock.ms += 2 * 60 * 60_000;
    expect(await spent()).toEqual([2, 2, 0]);
    clock.ms += 3 * dayMs;
    expect(await spent()).toEqual([0, 2, 0]);
  });
});

describe('a clock that was set back over midnight', () => {
  it('neither opens a new budget nor loses what was spent', async () => {
    const { claim, clock, finish, record, spent } = opened();
    const terms = { budget: 2, assumed: 1 };
    await record('job_1', await made(claim({}, terms)));
    await finish('job_1', 1);
    clock.ms += dayMs;
    await record('job_2', await made(claim({}, terms)));
    await finish('job_2', 1);
    await record('job_3', await made(claim({}, terms)));
    expect(await spent()).toEqual([1, 2, 1]);
    clock.ms -= dayMs;
    expect(await spent()).toEqual([2, 2, 1]);
    expect(await claim({}, terms)).toBe('over');
    clock.ms += dayMs;
    expect(await spent()).toEqual([1, 2, 1]);
    expect(await claim({}, terms)).toBe('over');
  });

  it('nor one that was set back by a month', async () => {
    const { claim, clock, finish, record, spent } = opened();
    await record('job_1', await made(claim({}, { assumed: 1 })));
    await finish('job_1', 1);
    clock.ms -= 31 * dayMs;
    expect(await spent()).toEqual([1, 1, 0]);
  });
});

describe('the lock under which claims are made', () => {
  it('of a process that was killed is taken over', async () => {
    const { claim, folder } = opened();
    await made(claim({}, { assumed: 1 }));
    const [index = ''] = readdirSync(join(folder, 'spending'));
    const originDigest = createHash('sha256').update(scope.origin).digest('hex').slice(0, 24);
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const dead = { pid, host: hostname(), startedAt: 1, takenAt: startMs, token: 'gone' };
    writeFileSync(join(folder, 'spending', `.${originDigest}.lock`), JSON.stringify(dead));
    expect((await made(claim({}, { assumed: 1 }))).reserved_usd).toBe(1);
    expect(readdirSync(join(folder, 'spending'))).toEqual([index]);
  });
});

describe('the index of what was spent', () => {
  it('is made anew where it is missing, torn or of another comparison, and says the same', async () => {
    const { claim, finish, folder, ledger, record, spent } = opened();
    await record('job_1', await made(claim({}, { assumed: 2 })));
    await finish('job_1', 1.5);
    await record('job_2', await made(claim({}, { assumed: 2 })));
    await made(claim({}, { assumed: 2 }));
    const before = await spent();
    expect(before).toEqual([1.5, 1.5, 3]);
    const [name = ''] = readdirSync(join(folder, 'spending'));
    const path = join(folder, 'spending', name);
    const whole = readFileSync(path, 'utf8');
    for (const text of ['', whole.slice(0, 40), whole.replace('1', '2'), '{"version":0}', '[]']) {
      writeFileSync(path, text);
      expect(await spent()).toEqual(before);
      expect(readJson(readFileSync(path, 'utf8').split('\n')[1] ?? '')).toMatchObject({ profile: 'work' });
    }
    const other = await ledger.spending(scope, { ...likeness, mark: '2' });
    expect((await other.look()).spent.reserved).toBe(3 * usd);
  });

  it('sees a job whose line was there before its record, although it was made in between', async () => {
    const { claim, folder, record, spent } = opened();
    const own = await made(claim({}, { assumed: 2 }));
    const month = join(folder, 'done', '2025-03');
    appendFileSync(join(month, 'order.log'), `\n${startMs} "job_late"\n`);
    rmSync(join(folder, 'spending'), { recursive: true });
    expect(await spent()).toEqual([0, 0, 2]);
    const other = await record('job_1', own);
    const late = { ...other, id: 'job_late', intent: intent({ idempotency_key: 'k9', reserved_usd: 3 }) };
    writeFileSync(
      join(month, 'job_late.json'),
      recordBytes({ ...late, job: { ...other.job, id: 'job_late' } }),
    );
    expect(await spent()).toEqual([0, 0, 5]);
  });

  it('holds nothing of a request', async () => {
    const { claim, folder, record } = opened();
    await record(
      'job_1',
      await made(claim({ body: '{"model":"m","input":{"prompt":"a secret fox"}}' }, { assumed: 2 })),
    );
    for (const name of readdirSync(join(folder, 'spending')))
      expect(readFileSync(join(folder, 'spending', name), 'utf8')).not.toContain('secret');
  });

  it('is not made while nobody asks', async () => {
    const { folder, ledger, record } = opened();
    const wanted = intent({ idempotency_key: 'k1' });
    await ledger.claimToSend(wanted, wanted.created_at);
    await record('job_1', wanted);
    expect(readdirSync(folder)).not.toContain('spending');
  });
});
