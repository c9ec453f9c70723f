import { namedByFlags } from '../../account/account.ts';
import { readIds, type TypedWords } from '../../cli/arguments.ts';
import { type SwitchFlag, switchFlag } from '../../cli/flag.ts';
import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { LookupFlags } from '../../request/route-flags.ts';
import { safeLine } from '../../text/safe-text.ts';

/** The flag `--all` of a command, whose verb says what it does with the jobs: `wait for`. */
export function allFlag(verb: string): SwitchFlag {
  return switchFlag('--all', `${verb} every unfinished job of this machine; with --profile, of that account`);
}

/**
 * The ids that a line names; undefined for `--all`. Throws UsageError where it has neither, or both. `likely` is the id that the error
 * of a line without one suggests.
 */
export function readIdsOrAll(
  command: string,
  { flags, ...words }: TypedWords & { flags: LookupFlags & { all: boolean } },
  likely: string,
): string[] | undefined {
  if (flags.all) return assertAllAlone(command, words.arguments, flags);
  if (words.arguments.length > 0) return readIds(command, words);
  throw new UsageError({
    code: 'missing_argument',
    message: 'No job is named',
    why: 'It takes ids, - for ids on stdin, or --all.',
    hint: genctl`${command} ${likely}`,
  });
}

/** Refuses ids and lookup flags beside `--all`: the ledger alone knows which jobs are unfinished. */
function assertAllAlone(command: string, [id]: readonly string[], { api, route }: LookupFlags): undefined {
  const hint = genctl`${command} --all`;
  if (id !== undefined) throw flagConflict('ids and --all', '--all takes every unfinished job.', hint);
  if (api === undefined && route === undefined) return;
  const flag = api === undefined ? '--route' : '--api';
  throw flagConflict(`--all and ${flag}`, `${flag} is for an unknown id.`, hint);
}

/**
 * The unfinished jobs of this machine, or only those of the account that the line names. How many are of other accounts than the one in
 * use is printed. Where there are none, that is said with the verb.
 */
export async function unfinishedJobs(context: OutputMeans, verb: string): Promise<JobRecord[]> {
  const ledger = await context.ledger();
  const named = namedByFlags(context.globals);
  const records = await ledger.list({
    where: ({ isOver, profile }) => !isOver && (named === undefined || profile === named),
  });
  if (records.length > 0) {
    const { printOthersAmong } = await import('./other-accounts.ts');
    await printOthersAmong(context, records);
    return records;
  }
  context.terminal.err.lines([
    `Nothing to ${verb}: all jobs of ${ownerOfAll(context)} are finished.`,
    '  to list all: genctl jobs',
  ]);
  return records;
}

/** Names whose jobs `--all` takes. */
export function ownerOfAll({ globals }: Pick<OutputMeans, 'globals'>): string {
  const named = namedByFlags(globals);
  return named === undefined ? 'this machine' : `the account ${safeLine(named)}`;
}
