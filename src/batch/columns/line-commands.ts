import { type FlagTable, type FlagValues, longName } from '../../cli/flag.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import { draftFlags, finalFlags } from '../../drafts/draft-flags.ts';
import { refsFlags } from '../../follow/send/submission-input.ts';
import { submitFlags } from '../../follow/send/submit-several.ts';
import { checkFlags } from '../../request/check-flags.ts';
import { requestFlags } from '../../request/request-flags.ts';
import { routeFlags } from '../../request/route-flags.ts';
import { intentFlags } from '../../submit/intent-flags.ts';
import { severalFlags } from '../../submit/several-flags.ts';
import { plainName } from '../../text/nearest-name.ts';
import { columnOfFlag, type WordColumn } from '../rules/column-names.ts';

/** The flags that word a request, whichever command takes them. */
export const lineFlags = { ...requestFlags, ...routeFlags } as const;

export type LineFlags = FlagValues<typeof lineFlags>;
export type LineFlagName = keyof typeof lineFlags;

/** The flags that are columns of a manifest: those, and what a job is marked with, which is no part of its request. */
export const columnFlags = { ...lineFlags, tag: intentFlags.tag } as const;

export type ColumnFlags = FlagValues<typeof columnFlags>;
export type ColumnFlagName = keyof typeof columnFlags;

/** The commands that a line may ask for, each with its flags. */
const flagsOf = {
  submit: submitFlags,
  draft: draftFlags,
  refs: refsFlags,
  finalize: finalFlags,
} as const satisfies Record<string, FlagTable>;

export type LineCommand = keyof typeof flagsOf;
export const lineCommands = Object.keys(flagsOf) as LineCommand[];

/** Tells whether a command has the flag of a column. */
export function takesWord(command: LineCommand, flag: ColumnFlagName): boolean {
  return Object.hasOwn(flagsOf[command], flag);
}

/** The words of a line as columns. */
export const wordColumns: readonly WordColumn[] = Object.entries(columnFlags).map(([flag, declared]) => ({
  flag,
  name: columnOfFlag(longName(declared.syntax)),
  isList: declared.kind === 'list',
}));

const { tag: _, ...intents } = intentFlags;
const { profile, sandbox, baseUrl } = globalFlags;

const lineless = plainNames({ ...intents, dryRun: checkFlags.dryRun, profile, sandbox, baseUrl });
const severalColumns = plainNames(severalFlags);

function plainNames(flags: FlagTable): ReadonlySet<string> {
  return new Set(Object.values(flags).map(({ syntax }) => plainName(longName(syntax))));
}

/** Tells whether a column has the name of a flag that says how or where jobs are sent, which no line says. */
export function isOfSending(column: string): boolean {
  return lineless.has(plainName(column));
}

/** Tells whether a column has the name of a flag that makes several jobs of one request, which a line never is. */
export function isOfSeveral(column: string): boolean {
  return severalColumns.has(plainName(column));
}
