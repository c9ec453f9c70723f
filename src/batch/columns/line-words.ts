import { type FlagTable, type FlagValues, invalidFlag, longName } from '../../cli/flag.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import { draftFlags, finalFlags } from '../../drafts/draft-flags.ts';
import { either, typedWith } from '../../errors/hint.ts';
import { refsFlags } from '../../follow/send/submission-input.ts';
import { submitFlags } from '../../follow/send/submit-several.ts';
import { checkFlags } from '../../request/guard-flags.ts';
import { requestFlags } from '../../request/request-flags.ts';
import { routeFlags } from '../../request/route-flags.ts';
import { intentFlags } from '../../submit/intent-flags.ts';
import { severalFlags } from '../../submit/several-flags.ts';
import { gaps } from '../../text/gaps.ts';
import { plainName } from '../../text/nearest-name.ts';

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
  // The cast is safe: these are the names of the table.
  flag: flag as ColumnFlagName,
  name: columnOfFlag(longName(declared.syntax)),
  isList: declared.kind === 'list',
}));
const wordsByName: ReadonlyMap<string, WordColumn> = new Map(wordColumns.map((word) => [word.name, word]));

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

/** The meaning of a column of a manifest. */
export type ColumnMeaning =
  /** A word of a request, by its flag. `number` is that of `ref_image.1`. */
  | { kind: 'word'; flag: ColumnFlagName; number: number | undefined }
  /** A field of the input, of `set.NAME`. */
  | { kind: 'field'; name: string }
  /** `free` is a word of the manifest's own, for `{column}`. */
  | { kind: 'id' | 'command' | 'draft' | 'free' };

/** A word of a request as a column: `name` is how it is written, such as `ref_image`. */
interface WordColumn {
  flag: ColumnFlagName;
  name: string;
  /** True if it takes several values, and so a number behind its name. */
  isList: boolean;
}

/** A column's name as it is compared with words of a request: `Ref-Image` is `ref_image`. */
export function columnName(name: string): string {
  return name.trim().toLowerCase().replaceAll('-', '_');
}

/** The column that stands for a long flag: `--ref-image` is `ref_image`. */
export function columnOfFlag(longName: string): string {
  return columnName(longName.replace(/^--/, ''));
}

/** How many names are remembered; a manifest has a few, unless each of its lines has other ones. */
const rememberedMost = 1000;

/**
 * Returns a function that says what a column stands for, which remembers what it said.
 *
 * @param idColumn the column that has the ids, whatever else its name stands for.
 */
export function columnReader(idColumn: string): (name: string) => ColumnMeaning {
  const ofIds = columnName(idColumn);
  const said = new Map<string, ColumnMeaning>();
  return (name) => {
    const before = said.get(name);
    if (before !== undefined) return before;
    const meaning: ColumnMeaning = columnName(name) === ofIds ? { kind: 'id' } : meaningOf(name);
    if (said.size < rememberedMost) said.set(name, meaning);
    return meaning;
  };
}

/** Reads `--id`. Throws UsageError for a word of a request: as the ids of the shots it would be sent no more. */
export function readIdColumn(text: string): string {
  if (text.trim() !== '' && meaningOf(text).kind === 'free') return text;
  const why =
    text.trim() === ''
      ? 'It takes the name of a column.'
      : `The column ${columnName(text)} is a word of a request, and would not be sent as ids.`;
  const others = ', a column of ids alone; without --id it is id; a .txt with a prompt a line needs none';
  throw invalidFlag('--id', text, why, either(typedWith('--id', gaps.name), others));
}

function meaningOf(written: string): ColumnMeaning {
  const field = /^set\.(.+)$/is.exec(written.trim())?.[1];
  if (field !== undefined) return { kind: 'field', name: field };
  const name = columnName(written);
  if (name === 'command' || name === 'draft') return { kind: name };
  const [, stem = '', digits] = /^(.*?)(?:\.([1-9]\d{0,3}))?$/s.exec(name) ?? [];
  const word = wordsByName.get(stem);
  if (word !== undefined && (digits === undefined || word.isList))
    return { kind: 'word', flag: word.flag, number: digits === undefined ? undefined : Number(digits) };
  return { kind: 'free' };
}
