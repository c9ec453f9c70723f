import {
  type FlagValues,
  fittingFlag,
  inGroup,
  offFlag,
  seldom,
  switchFlag,
  type ValueFlag,
} from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { gapLeft, UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { hasGap } from '../text/gaps.ts';
import { amountWords, likelyAmount, microUsdOf, shellNote, typedAmountOf } from '../text/money.ts';

/** Flags that say what is looked at before a request is sent, and whether it is sent at all. */
export const checkFlags = inGroup('Checks:', {
  dryRun: switchFlag('--dry-run', 'print the request and its expected cost; send nothing'),
  curl: seldom(switchFlag('--curl', 'with --dry-run: print it as a curl command line')),
  strict: seldom(switchFlag('--strict', 'treat warnings as errors; with --verify, exit 14 on a mismatch')),
  preflight: seldom(offFlag('--no-preflight', 'send even if the checks find errors')),
  probe: seldom(offFlag('--no-probe', 'do not check the files and links of references')),
});

/** The words of the check flags. */
export interface CheckInput {
  dryRun: 'no' | 'document' | 'curl';
  strict: boolean;
  preflight: boolean;
  probe: boolean;
}

/** Throws UsageError for `--curl` alone, and for flags that contradict each other. */
export function checkInputOf(
  {
    curl,
    dryRun,
    strict,
    preflight,
    probe,
    verify = false,
  }: FlagValues<typeof checkFlags> & { verify?: boolean },
  command: string,
): CheckInput {
  if (curl && !dryRun) {
    throw new UsageError({
      code: 'invalid_flag',
      message: '--curl prints a request instead of sending it',
      why: 'It needs --dry-run.',
      hint: genctl`${command} … --dry-run --curl`,
    });
  }
  // With --verify it is about the files.
  if (strict && !preflight && !verify) {
    const why = '--strict refuses warnings, too; --no-preflight refuses nothing.';
    const hint = genctl`${command} … --strict`;
    throw flagConflict('--strict and --no-preflight', why, hint);
  }
  return { dryRun: dryRun ? (curl ? 'curl' : 'document') : 'no', strict, preflight, probe };
}

/** The flags that say what jobs may cost: every command that submits some has them. */
export const moneyFlags = inGroup('Money:', {
  maxCost: amountFlag('--max-cost <usd>', 'send nothing if it may cost more than this'),
  // An assumed 0 would let anything pass a budget.
  assumeCost: seldom(
    amountFlag('--assume-cost <usd>', 'with a budget: count a job of unknown cost as this', {
      isAboveZero: true,
    }),
  ),
  overBudget: seldom(switchFlag('--over-budget', 'ignore the budgets of day and month this once')),
});

/** The words of a line about money. Unit of the amounts: millionths of a USD. */
export interface MoneyPlan {
  /** The amount that all that is sent may cost. */
  maxCost: number | undefined;
  /** The amount that jobs which the line sent before have spent of it; 0 unless given. */
  spent?: number;
  /** The amount that a job counts for whose price is not known. */
  assumed: number | undefined;
  /** True if the budgets of day and month are lifted. */
  overBudget: boolean;
}

export function moneyPlanOf({ assumeCost, maxCost, overBudget }: FlagValues<typeof moneyFlags>): MoneyPlan {
  const microOf = (usd: number | undefined): number | undefined =>
    usd === undefined ? undefined : microUsdOf(usd);
  return { maxCost: microOf(maxCost), assumed: microOf(assumeCost), overBudget };
}

function amountFlag(syntax: string, says: string, { isAboveZero = false } = {}): ValueFlag<number> {
  const amountIn = (text: string): number | undefined => {
    const amount = typedAmountOf(text);
    return amount === 0 && isAboveZero ? undefined : amount;
  };
  const read = (text: string): number | undefined => {
    const amount = amountIn(text);
    if (amount === undefined && hasGap(text)) throw gapLeft(text);
    return amount;
  };
  const takes = `It takes ${amountWords}${isAboveZero ? ', above 0' : ''}.`;
  const notTaken = {
    why: (text: string) => `${takes}${shellNote(text.replace(/^\$/, ''))}`,
    meant: (text: string) => likelyAmount(text, amountIn),
  };
  return { ...fittingFlag(syntax, says, read, notTaken), number: { isWhole: false } };
}
