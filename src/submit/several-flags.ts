import { type FlagValues, inGroup, integerFlag, listFlag } from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import type { RequestFlags } from '../request/request-flags.ts';
import { gaps } from '../text/gaps.ts';
import type { IntentFlags } from './intent-flags.ts';
import { readVariants, type Variants } from './vary.ts';

export const takesFlag = integerFlag('--takes <n>', 'submit it n times, each with its own seed', {
  least: 1,
  most: 50,
});

/** The flags that make several jobs of one request; `submit` and `rerun` share them. */
export const severalFlags = inGroup('Several jobs:', {
  takes: takesFlag,
  vary: listFlag(
    '--vary <name=values>',
    'submit it once for each value: model=a,b, seed=1..8, set.NAME=…; several flags multiply',
  ),
});

/** How many jobs a line asks for, and what sets them apart; a command without these flags makes one. */
export interface Several {
  takes: number;
  variants: Variants | undefined;
}

/** Throws UsageError for flags that contradict each other. */
export function severalOf(
  command: string,
  flags: FlagValues<typeof severalFlags> & RequestFlags & Pick<IntentFlags, 'idempotencyKey'>,
): Several {
  assertKeyForOne(flags);
  const takes = flags.takes ?? 1;
  const variants = readVariants(command, flags.vary, flags);
  if (takes > 1 && variants?.each.some(({ words }) => words.options.seed !== undefined) === true) {
    const why = '--takes counts up from each seed, and would repeat seeds.';
    const hint = '--takes alone, or --vary seed with all the seeds';
    throw flagConflict('--takes and --vary seed', why, hint);
  }
  return { takes, variants };
}

/** Refuses one key for several jobs: the second would be refused after the first was paid for. */
export function assertKeyForOne(flags: {
  takes: number | undefined;
  vary?: readonly unknown[];
  idempotencyKey: string | undefined;
}): void {
  if (flags.idempotencyKey === undefined) return;
  if ((flags.vary?.length ?? 0) > 0) {
    const why = 'Each request is a job, and has a key of its own.';
    const hint = '--once NAME, from which each has its key';
    throw flagConflict('--vary and --idempotency-key', why, hint);
  }
  const { takes = 1 } = flags;
  if (takes === 1) return;
  const why = `${takes} takes are ${takes} jobs, and each has a key of its own.`;
  const hint = {
    change: [
      { set: '--takes', to: String(takes) },
      { set: '--once', to: gaps.name },
    ],
  };
  throw flagConflict('--takes and --idempotency-key', why, hint);
}
