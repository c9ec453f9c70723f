import type { PastCharges } from '../../ledger/rules/past-charges.ts';
import type { Spent } from '../../ledger/rules/spent.ts';
import type { Look } from '../../text/look.ts';
import { usdOf } from '../../text/money.ts';
import { formatMoney } from '../../text/money-words.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';

/** Settings beyond these are in `costs` and `jobs`. */
const settingsMost = 4;

/** What jobs of a model were charged here: all together, then the settings that most of them had. */
export function spentLines(
  { all, bySettings }: Spent,
  { symbols }: Pick<Look, 'symbols'>,
  { areInvented }: { areInvented: boolean },
): string[] {
  const invented = areInvented ? " (the sandbox's prices are invented)" : '';
  const shown = bySettings.slice(0, settingsMost);
  const [only, second] = shown;
  if (only !== undefined && second === undefined && only.jobs === all.jobs)
    return [`charged here so far: ${spreadWords(all, symbols)} for ${safeLine(only.settings)}${invented}`];
  return [
    `charged here so far: ${spreadWords(all, symbols)}${invented}`,
    ...shown.map((one) => `  ${safeLine(one.settings)}: ${spreadWords(one, symbols)}`),
  ];
}

function spreadWords(
  { jobs, least, median, most }: PastCharges,
  { to }: Pick<Look['symbols'], 'to'>,
): string {
  const middle = formatMoney(usdOf(median));
  if (least === most) return `${counted(jobs, 'job')}, ${middle}${jobs === 1 ? '' : ' each'}`;
  return `${counted(jobs, 'job')}, ${middle} in the middle (${formatMoney(usdOf(least))}${to}${formatMoney(usdOf(most))})`;
}
