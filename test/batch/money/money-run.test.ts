import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/account/account.ts';
import { beginMoney } from '../../../src/batch/money/money-run.ts';
import { type BatchMoney, createSpentBefore } from '../../../src/batch/money/open-money.ts';
import type { ShotState } from '../../../src/batch/run/shot-state.ts';
import type { Intent } from '../../../src/ledger/record.ts';
import { createCostCap } from '../../../src/money/spending-limits.ts';
import { at, intent, jobRecord } from '../../ledger/fixtures/records.ts';
import { likeness, opened, scope, usd } from '../../ledger/fixtures/spending.ts';

/** A run of a batch that may cost so much, each job of which is assumed to cost 8; unit: USD. */
async function began(maxCost: number | undefined, day?: number) {
  const { ledger } = opened();
  const spending = await ledger.spending(scope, likeness);
  const { learn, priceOf: pricedBefore } = await spending.look();
  const assumed = 8 * usd;
  const priceOf = (of: Intent): number => pricedBefore(of) ?? assumed;
  const cap = createCostCap(maxCost === undefined ? undefined : maxCost * usd);
  const money: BatchMoney = {
    account: { profile: 'work' } as Account,
    cap,
    assumed,
    budgets: { day: day === undefined ? undefined : day * usd, month: undefined },
    ...{ shards: 1, spending, priceOf, learn, unpricedInFlight: 0 },
    before: createSpentBefore(priceOf, cap),
  };
  const run = beginMoney(money);
  const within = run.within(ledger);
  const intentOf = (shot: string): Intent => {
    const batch = { name: 'shots', shot, fields: {} };
    return intent({ once: `shots/${shot}`, idempotency_key: `key-${shot}`, batch });
  };
  /** Resolves with the code of the error where the claim is refused. */
  const claim = (shot: string): Promise<string> =>
    within.claimToSend(intentOf(shot), at(0)).then(
      () => 'claimed',
      ({ code }: { code: string }) => code,
    );
  /** Has a job be made of a claim, and end. */
  async function end(shot: string, costUsd: number): Promise<void> {
    const id = `job-${shot}`;
    const made = { id, status: 'queued' };
    await within.recordJob(jobRecord(id, { intent: intentOf(shot), job: made }));
    const job = { id, status: 'succeeded', cost_usd: costUsd };
    run.onWaited({ kind: 'over', id, job, isFirstLook: false } as Parameters<typeof run.onWaited>[0]);
  }
  const sums = (): number[] => [run.sums.spent / usd, run.sums.reserved / usd];
  return { run, ledger, within, intentOf, claim, end, sums, money };
}

describe('a run of a batch with --max-cost', () => {
  it('holds what each job may cost, and counts what it was charged', async () => {
    const { claim, end, sums } = await began(20);
    expect(await Promise.all([claim('s1'), claim('s2')])).toEqual(['claimed', 'claimed']);
    expect(sums()).toEqual([0, 16]);
    await end('s1', 2);
    expect(sums()).toEqual([2, 8]);
  });

  it('lets no more claims through together than it has money for', async () => {
    const { claim, ledger, run, sums } = await began(20);
    const claims = Array.from({ length: 9 }, (_, shot) => claim(`s${shot}`));
    expect(await Promise.all(claims.slice(0, 2))).toEqual(['claimed', 'claimed']);
    for (const shot of ['s0', 's1']) run.onEnd(shot);
    expect(await Promise.all(claims.slice(2))).toEqual(new Array(7).fill('over_budget'));
    expect([sums(), await ledger.unsettledCount()]).toEqual([[0, 16], 2]);
  });

  it('has a claim wait for a job that may cost less than is held for it', async () => {
    const { claim, end, sums } = await began(10);
    await claim('s1');
    const second = claim('s2');
    await end('s1', 2);
    expect(await second).toBe('claimed');
    expect(sums()).toEqual([2, 2]);
  });

  it('refuses all that wait once nothing can come free any more', async () => {
    const { claim, run, sums } = await began(10);
    await claim('s1');
    const waiting = [claim('s2'), claim('s3')];
    run.onEnd('s1');
    expect(await Promise.all(waiting)).toEqual(['over_budget', 'over_budget']);
    expect(sums()).toEqual([0, 8]);
  });

  it('does not have claims wait for each other that all wait, for a budget of the day either', async () => {
    const { claim } = await began(undefined, 1);
    expect(await Promise.all([claim('s1'), claim('s2')])).toEqual(['over_budget', 'over_budget']);
  });

  it('holds nothing for a claim that could not be written, and nothing for what was refused', async () => {
    const { intentOf, ledger, run, sums } = await began(10);
    const full = run.within({ ...ledger, claimToSend: () => Promise.reject(new Error('disk')) });
    await expect(full.claimToSend(intentOf('s1'), at(0))).rejects.toThrow('disk');
    expect(sums()).toEqual([0, 0]);
    const within = run.within(ledger);
    await within.claimToSend(intentOf('s1'), at(0));
    await within.recordRefusal(intentOf('s1'), { at: at(1), status: 400, code: null, message: null });
    expect(sums()).toEqual([0, 0]);
  });

  it('sends again what is held already, however little is left', async () => {
    const { intentOf, ledger, money } = await began(10);
    money.before.addOpen({ ...intentOf('s1'), reserved_usd: 9.5 });
    const run = beginMoney(money);
    await run.within(ledger).claimToSend(intentOf('s1'), at(0));
    expect([run.sums.spent, run.sums.reserved]).toEqual([0, 9.5 * usd]);
  });

  it('knows the dearest of the lines that wait, so that the limit it names is large enough', async () => {
    const { intentOf } = await began(10);
    const prices: Record<string, number> = { s1: 18, s2: 18, s3: 29 };
    const before = createSpentBefore((of) => prices[of.batch?.shot ?? ''], createCostCap(undefined));
    for (const shot of Object.keys(prices))
      before.addLine({
        ...{ priced: intentOf(shot), word: 'waiting' },
        ...{ state: { kind: 'new' } as ShotState, noted: undefined },
      });
    expect([1, 2, 3, 4].map((lines) => before.expectedOfWaiting(lines))).toEqual([29, 47, 65, 65]);
  });
});
