import { switchFlag } from '../flag.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { flagConflict } from './flag-conflict.ts';

/** On a terminal a table has its titles. In a pipe scripts rely on a table that has none. */
export const headerFlag = switchFlag('--header', 'in a pipe, name the columns in a first row');

/** Refuses a flag of a table where none is printed. Throws UsageError. */
export function assertTable(
  flag: '--columns' | '--header',
  { json, quiet }: Pick<GlobalFlags, 'json' | 'quiet'>,
): void {
  if (!json && !quiet) return;
  const whole = json ? '--json' : '--quiet';
  const why = json ? '--json prints every field.' : 'It prints no table.';
  throw flagConflict(`${flag} and ${whole}`, why, `leave ${flag} out`);
}
