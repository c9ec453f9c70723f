import { jobsArgument, readIds } from '../cli/arguments.ts';
import { type FlagValues, switchFlag, textFlag } from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { defineCommand } from '../command/define-command.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { showFlags } from '../outputs/journey-flags.ts';
import { type LookupFlags, lookupFlags } from '../request/route-flags.ts';

const flags = {
  diff: switchFlag('--diff', 'compare the requests of two jobs; a prompt word by word: [-gone-] {+new+}'),
  open: { ...showFlags.open, says: 'open the files that are here, and print their paths' },
  preview: showFlags.preview,
  sheet: textFlag(
    '--sheet <file.png>',
    'draw a contact sheet of pictures and clips into a PNG, and print its path; -: draw it here',
    'file',
  ),
  overwrite: switchFlag('--overwrite', 'with --sheet, replace the file if it exists'),
  ...lookupFlags,
};

type ShowInput =
  | { kind: 'details'; ids: readonly string[]; preview: boolean; lookup: LookupFlags }
  | { kind: 'diff'; before: string; after: string }
  | { kind: 'sheet'; ids: readonly string[]; sheet: string; overwrite: boolean }
  | { kind: 'open'; ids: readonly string[]; preview: boolean };

export const command = defineCommand({
  describe:
    'Print the request, state, charge and files of each job; status prints only the state. genctl asks the service only about unfinished jobs, and about none with --diff or --open. --diff also takes the JSON beside a download; with --quiet it prints the flags that differ. --open with --quiet or --json prints the paths, and opens nothing.',
  arguments: [{ ...jobsArgument, completes: 'job-or-file' }],
  flags,
  examples: [
    'genctl show @last',
    'genctl show @last --json',
    'genctl show @2 @last --diff',
    'genctl show @2 --open',
  ],
  parse({ flags, ...words }): ShowInput {
    const ids = readIds('show', words);
    assertFit(flags);
    const { api, open, overwrite, preview, route, sheet } = flags;
    if (flags.diff) return { kind: 'diff', ...sidesOf(ids) };
    if (sheet !== undefined) return { kind: 'sheet', ids, sheet, overwrite };
    return open ? { kind: 'open', ids, preview } : { kind: 'details', ids, preview, lookup: { api, route } };
  },
  async run(context, input) {
    switch (input.kind) {
      case 'details':
        return (await import('../follow/show/details.ts')).showDetails(context, input);
      case 'diff':
        return (await import('../follow/show/difference.ts')).showDifference(context, input);
      case 'sheet':
        return (await import('../follow/show/sheet.ts')).showSheet(context, input);
      case 'open':
        return (await import('../follow/show/open-files.ts')).openFilesOf(context, input);
    }
  },
});

/** The flags that each show something in place of the details. */
const viewNames = ['diff', 'open', 'sheet'] as const;
const does = {
  diff: '--diff compares two requests',
  open: '--open opens files',
  preview: '--preview shows files',
  sheet: '--sheet draws files',
} as const;

/** Throws UsageError for flags of which one would do nothing. */
function assertFit({ api, diff, open, overwrite, preview, route, sheet }: FlagValues<typeof flags>): void {
  const typed = { diff, open, sheet: sheet !== undefined };
  const [view, other = preview && view !== 'open' ? 'preview' : undefined] = viewNames.filter(
    (name) => typed[name],
  );
  if (view !== undefined && other !== undefined)
    throw flagConflict(`--${view} and --${other}`, `${does[view]}; ${does[other]}.`, `--${view} alone`);
  if (overwrite && sheet === undefined)
    throw flagConflict(
      '--overwrite without --sheet',
      'It replaces a sheet.',
      '--sheet sheet.png --overwrite',
    );
  const placed = api !== undefined ? '--api' : route !== undefined ? '--route' : undefined;
  if (view === undefined || placed === undefined) return;
  const why = `With --${view} genctl asks the service for no job.`;
  throw flagConflict(`--${view} and ${placed}`, why, `--${view} alone`);
}

/** The two jobs to compare. Throws UsageError for any other number. */
function sidesOf([before, after, ...others]: readonly string[]): { before: string; after: string } {
  if (before !== undefined && after !== undefined && others.length === 0) return { before, after };
  const count = before === undefined ? 0 : after === undefined ? 1 : others.length + 2;
  throw new UsageError({
    code: count < 2 ? 'missing_argument' : 'excess_arguments',
    message: `--diff compares two jobs, and you named ${count}`,
    why: 'Name the earlier job first.',
    hint: genctl`show @2 @last --diff`,
  });
}
