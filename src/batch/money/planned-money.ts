import { standingsOf } from '../../money/budget-standings.ts';
import { createCostCap } from '../../money/cost-cap.ts';
import {
  budgetsAfter,
  maxCostFields,
  maxCostLines,
  plannedFields,
  plannedLine,
} from '../../money/planned-budgets.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { usdOf } from '../../text/money.ts';
import type { BatchMoney } from './open-money.ts';

/** How far what a batch may cost would go, were the rest of its lines sent: in words, a line a budget, and for programs. */
export async function plannedMoney(
  context: OutputMeans,
  { account, assumed, before: { sums }, budgets, maxCost }: BatchMoney,
) {
  const cap = createCostCap(maxCost, sums);
  const most = sums.unpriced === 0 ? sums.expected : undefined;
  const after = budgetsAfter(await standingsOf(context, account, budgets, assumed), most);
  return {
    lines: [...maxCostLines(cap, most), ...after.map(plannedLine)],
    fields: {
      budget: {
        ...maxCostFields(cap, most),
        spent_usd: usdOf(cap.spent),
        reserved_usd: usdOf(cap.reserved),
      },
      budgets: after.map(plannedFields),
    },
  };
}

export type PlannedMoney = Awaited<ReturnType<typeof plannedMoney>>;
