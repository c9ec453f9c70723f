import type { Intent } from '../../src/ledger/record.ts';
import type { History } from './history.ts';
import type { SearchService, Submit } from './service.ts';
import { promptOf } from './wishes.ts';

/** From when on a machine can know what it spent: the begin of its history, a ledger that is lost, or one that was copied back. */
export interface LedgerAge {
  /** The first step that it holds for. */
  step: number;
  /** False while all that was spent before is unknown. */
  knowsEarlier: boolean;
  /** What the intents that were open then may yet cost, which was agreed to before. Unit: USD. */
  reservedUsd: number;
}

/** The most that open intents may cost. Unit: USD. */
export function reservedBy(open: readonly Intent[]): number {
  return open.reduce((sum, { reserved_usd: usd = 0 }) => sum + usd, 0);
}

/** Less is an error of adding floating numbers. Unit: USD. */
const leastUsd = 1e-9;
/** The batches that may have a cap in each of their runs. */
const cappedBatches = ['m1', 'm2', 'm3'];

type MoneyBooks = Pick<SearchService, 'submits' | 'job'>;

/** What was charged beyond the budget of a day, or the cap of a batch. */
export function overspent(history: History, service: MoneyBooks, ages: readonly LedgerAge[]): string[] {
  const spentOn = (is: (submit: Submit) => boolean): number => {
    const ids = new Set(service.submits.filter(is).map(({ jobId }) => jobId));
    return [...ids].reduce((sum, id) => sum + ((id && service.job(id)?.usd) || 0), 0);
  };
  return [...overBudget(history, ages, spentOn), ...overCap(history, spentOn)];
}

type SpentOn = (is: (submit: Submit) => boolean) => number;

function overBudget({ budgetUsd }: History, ages: readonly LedgerAge[], spentOn: SpentOn): string[] {
  if (budgetUsd === undefined) return [];
  return ages.flatMap(({ knowsEarlier, reservedUsd, step: since }, home) => {
    const usd = spentOn(({ home: of, step }) => of === home && (knowsEarlier || step >= since));
    const before = spentOn(({ home: of, step }) => of === home && step < since) + reservedUsd;
    const most = knowsEarlier ? Math.max(before, budgetUsd) : budgetUsd;
    return usd > most + leastUsd ? [`$${usd} of a day's $${budgetUsd}`] : [];
  });
}

function overCap({ batchUsd, homes, shared, steps }: History, spentOn: SpentOn): string[] {
  const lines = steps.flatMap((step) => [step.words, step.beside?.words ?? []]);
  return cappedBatches.flatMap((name) => {
    const runs = lines.filter((line) => line.some((word) => word.includes(`/${name}.`)));
    // A case that was cut down may have a run without a cap.
    if (!runs.every((line) => line.includes('--max-cost'))) return [];
    const isOf = ({ body }: Submit): boolean => promptOf(body).startsWith(`shot ${name} `);
    const before = spentOn((submit) => submit.step < 0 && isOf(submit));
    const most = Math.max(before, (batchUsd ?? Number.POSITIVE_INFINITY) * (shared ? 1 : homes));
    const usd = spentOn(isOf);
    return usd > most + leastUsd ? [`$${usd} of the $${batchUsd} of batch ${name}`] : [];
  });
}
