import { standingsOf } from '../../money/budget-standings.ts';
import { budgetsAfter, type PlannedBudget, plannedFields, plannedLine } from '../../money/planned-budgets.ts';
import { moneyWords } from '../../money/words/budget-words.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { usdOf } from '../../text/money.ts';
import { counted } from '../../text/shown-value.ts';
import type { BatchMoney } from './open-money.ts';

/** How far what a batch may cost would go, were the rest of its lines sent. Unit of the amounts: millionths of a USD. */
export interface PlannedMoney {
  /** As in `BatchMoney`. */
  maxCost: number | undefined;
  spent: number;
  reserved: number;
  /** How many lines have a price that nobody knows. */
  unpriced: number;
  /** What the lines that are to be sent may cost; undefined where nobody knows. */
  most: number | undefined;
  /** The budgets of day and month. */
  budgets: PlannedBudget[];
}

export async function plannedMoney(
  context: OutputMeans,
  { account, assumed, before, budgets, maxCost }: BatchMoney,
): Promise<PlannedMoney> {
  const { expected, held, spent, unpriced } = before;
  const reserved = [...held.values()].reduce((sum, microUsd) => sum + microUsd, 0);
  const most = unpriced === 0 ? expected : undefined;
  const standings = await standingsOf(context, account, budgets, assumed);
  return { maxCost, spent, reserved, unpriced, most, budgets: budgetsAfter(standings, most) };
}

/** The same in words: a line for `--max-cost`, and one a budget. */
export function plannedMoneyLines(planned: PlannedMoney): string[] {
  const { budgets, maxCost } = planned;
  return [...(maxCost === undefined ? [] : [maxCostLine(maxCost, planned)]), ...budgets.map(plannedLine)];
}

function maxCostLine(maxCost: number, { most, reserved, spent, unpriced }: PlannedMoney): string {
  const before = `--max-cost ${moneyWords(maxCost)}: ${moneyWords(spent + reserved)} spent or reserved`;
  if (most === undefined) {
    return `${before}, the cost of ${counted(unpriced, 'line')} is unknown: --assume-cost AMOUNT`;
  }
  const left = maxCost - spent - reserved - most;
  const rest = left < 0 ? `${moneyWords(-left)} short` : `${moneyWords(left)} left then`;
  return `${before}, the rest up to ${moneyWords(most)}: ${rest}`;
}

/** The same for programs. */
export function plannedMoneyFields({ budgets, maxCost, most, reserved, spent }: PlannedMoney) {
  const after = maxCost === undefined || most === undefined ? null : maxCost - spent - reserved - most;
  return {
    budget: {
      max_cost_usd: maxCost === undefined ? null : usdOf(maxCost),
      spent_usd: usdOf(spent),
      reserved_usd: usdOf(reserved),
      most_usd: most === undefined ? null : usdOf(most),
      left_after_usd: after === null ? null : usdOf(after),
    },
    budgets: budgets.map(plannedFields),
  };
}

export type PlannedMoneyFields = ReturnType<typeof plannedMoneyFields>;
