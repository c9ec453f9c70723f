import {
  type AnyFlag,
  fittingFlag,
  integerFlag,
  type PairFlag,
  pairFlag,
  type SwitchFlag,
  seldom,
  switchFlag,
  type ValueFlag,
  wordFlag,
} from '../cli/flag.ts';
import { withoutSeconds } from '../service/body/option-value.ts';
import { type OptionName, optionNames, optionRow, type options } from '../service/options.ts';
import { isFlagNumber } from '../text/typed-value.ts';

/** The name of a flag in tables, of a name such as `--output-format`: `outputFormat`. */
type FlagKey<Name> = Name extends `--${infer Words}` ? CamelCase<Words> : never;
type CamelCase<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Words;

/** As the type `FlagKey`. */
export function flagKey(name: string): string {
  return name.slice('--'.length).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export type OptionKey<Name extends OptionName> = FlagKey<(typeof options)[Name]['flag']['name']>;

type FlagOf<Row> = Row extends { takes: readonly string[] }
  ? ValueFlag<string>
  : Row extends { takes: 'seconds' | 'whole number' }
    ? ValueFlag<number>
    : Row extends { flag: { saysNo: string } }
      ? PairFlag
      : SwitchFlag;

type OptionFlagTable = { [Name in OptionName as OptionKey<Name>]: FlagOf<(typeof options)[Name]> };

/** A flag for each row of the table of options. */
export function optionFlagTable(): OptionFlagTable {
  return Object.fromEntries(
    optionNames.map((option) => {
      const { flag } = optionRow(option);
      const one: AnyFlag = { ...flagOfRow(optionRow(option)), option };
      // Completion offers the values that the line's model takes.
      if (one.kind === 'value') one.completes = `option-${option}`;
      return [flagKey(flag.name), flag.isSeldom === true ? seldom(one) : one];
    }),
  ) as OptionFlagTable;
}

function flagOfRow({ flag: { name, says, saysNo, value }, takes }: ReturnType<typeof optionRow>): AnyFlag {
  const syntax = value === undefined ? name : `${name} <${value}>`;
  if (takes === 'seconds') return secondsFlag(syntax, says);
  if (takes === 'whole number') return integerFlag(syntax, says);
  if (takes !== 'true or false') return wordFlag(syntax, says, takes);
  return saysNo === undefined ? switchFlag(syntax, says) : pairFlag(syntax, says, saysNo);
}

/** How a command line writes the flag of an option: `--audio / --no-audio`, `--duration`. */
export function shownFlag(option: OptionName): string {
  const { name, saysNo } = optionRow(option).flag;
  return saysNo === undefined ? name : `${name} / ${name.replace('--', '--no-')}`;
}

/** A flag for a number of seconds in digits, with or without a point and the unit: 5, `5s`; `''`, `1e3` and `5m` are refused. */
function secondsFlag(syntax: string, says: string): ValueFlag<number> {
  const read = (text: string): number | undefined => {
    const bare = withoutSeconds(text);
    return isFlagNumber(bare) ? Number(bare) : undefined;
  };
  const notTaken = { why: 'It takes a number of seconds.' };
  return { ...fittingFlag(syntax, says, read, notTaken), number: { isWhole: false } };
}
