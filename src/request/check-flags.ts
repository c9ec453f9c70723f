import { type FlagValues, inGroup, offFlag, seldom, switchFlag } from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';

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
