import { columnName, columnOfFlag, type WordColumn } from '../../../rules/batch/column-names.ts';
import { draftCommand } from '../../draft.ts';
import { finalizeCommand } from '../../finalize.ts';
import { type FlagTable, type FlagValues, longName } from '../../line/flag.ts';
import { refsCommand } from '../../refs.ts';
import { requestFlags } from '../../request/request-flags.ts';
import { routeFlags } from '../../request/route-flags.ts';
import { severalFlags } from '../../request/several-flags.ts';
import { submitCommand } from '../../submit.ts';

/** The flags that word a request, whichever command takes them. They are the columns of a manifest. */
export const lineFlags = { ...requestFlags, ...routeFlags } as const;

export type LineFlags = FlagValues<typeof lineFlags>;
export type LineFlagName = keyof typeof lineFlags;

/** The commands that a line may ask for, each with its flags. */
const flagsOf = {
  submit: submitCommand.flags,
  draft: draftCommand.flags,
  refs: refsCommand.flags,
  finalize: finalizeCommand.flags,
} as const satisfies Record<string, FlagTable>;

export type LineCommand = keyof typeof flagsOf;
export const lineCommands = Object.keys(flagsOf) as LineCommand[];

/** Whether a command has the flag that a column stands for. */
export function takesWord(command: LineCommand, flag: LineFlagName): boolean {
  return Object.hasOwn(flagsOf[command], flag);
}

/** The words of a request as columns. */
export const wordColumns: readonly WordColumn[] = Object.entries(lineFlags).map(([flag, declared]) => ({
  flag,
  name: columnOfFlag(longName(declared.syntax)),
  isList: declared.kind === 'list',
}));

const severalColumns = new Set(
  Object.values(severalFlags).map(({ syntax }) => columnOfFlag(longName(syntax))),
);

/** Whether a column is called as a flag that makes several jobs of one request, which a line never is. */
export function isOfSeveral(column: string): boolean {
  return severalColumns.has(columnName(column));
}
