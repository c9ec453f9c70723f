import type { AnyFlag } from '../../cli/flag.ts';
import { UsageError } from '../../errors/endings.ts';
import { flagMeanings, longSynonyms } from '../../request/mends/other-meanings.ts';
import type { FlagSynonym } from '../../request/mends/other-words.ts';
import { isMediaFlag } from '../../request/request-flags.ts';
import { columnOfRole } from '../../request/rules/named-fields.ts';
import { optionFieldNames, promptFieldNames } from '../../service/field-names.ts';
import { flagOfOption } from '../../service/flag-names.ts';
import { mediaFieldNames } from '../../service/wire/media-fields.ts';
import { createNameSearch, plainName, slipsMost } from '../../text/nearest-name.ts';
import { columnOfFlag } from '../rules/column-names.ts';
import { namesInBraces } from '../rules/fill-template.ts';
import { isHolder, likelyColumn } from './likely-columns.ts';
import type { SortedColumns } from './line-columns.ts';
import {
  type ColumnFlagName,
  columnFlags,
  isOfSending,
  isOfSeveral,
  type LineFlags,
  takesWord,
  wordColumns,
} from './line-commands.ts';

/** A free column that was probably meant as something else. */
export interface DoubtfulColumn {
  column: string;
  /** The reason to think so. */
  but: string;
  /** True if the prompt of its line has it in braces. */
  isUsed: boolean;
}

/** The likely meaning of the name of a free column; undefined for a word of the manifest's own. */
type Suspicion =
  /** No word of a request, and no word of the manifest's own either. */
  | { kind: 'misplaced'; but: string }
  /** A word with a slip in it. */
  | { kind: 'slip'; column: string }
  /** Another name for a word, which a line may have besides. */
  | { kind: 'name'; column: string }
  /** Another program's name for a flag. */
  | { kind: 'synonym'; synonym: FlagSynonym }
  | undefined;

/** How many names are remembered; a manifest has a few, unless each of its lines has other ones. */
const rememberedMost = 1000;

/** Returns a function that finds the doubtful columns of a line. `flags` are those of the line. */
export function doubtReader(idColumn: string): (sorted: SortedColumns, flags: LineFlags) => DoubtfulColumn[] {
  const nearest = createNameSearch([...wordNames, 'command', 'draft', idColumn], slipsMost);
  const said = new Map<string, Suspicion>();
  const suspicionOf = (name: string): Suspicion => {
    if (said.has(name)) return said.get(name);
    const suspicion = suspect(name, nearest);
    if (said.size < rememberedMost) said.set(name, suspicion);
    return suspicion;
  };
  return (sorted, flags) => {
    const doubtful = sorted.unknown.flatMap((name) => {
      const but = doubtOf(name, suspicionOf(name), { sorted, flags });
      return but === undefined ? [] : [{ column: name.trim(), but }];
    });
    if (doubtful.length === 0) return [];
    const used = namesInBraces(flags.prompt ?? '');
    return doubtful.map((one) => ({ ...one, isUsed: used.has(one.column) }));
  };
}

const wordNames = wordColumns.map(({ name }) => name);

/** Names that mean one word and nothing else, without case and separators. */
const otherNames: ReadonlyMap<string, string> = new Map(
  [
    ...Object.entries(mediaFieldNames).flatMap(([role, names]) =>
      // The cast is safe: both tables have the same roles.
      names.map((name) => [name, columnOfRole[role as keyof typeof columnOfRole]] as const),
    ),
    ...promptFieldNames.sure.map((name) => [name, 'prompt'] as const),
    ...Object.entries(optionFieldNames).flatMap(([option, { sure }]) =>
      [option, ...sure].map((name) => [name, columnOfFlag(flagOfOption(option, true))] as const),
    ),
    ...wordNames.map((name) => [name, name] as const),
  ].map(([name, column]) => [plainName(name), column]),
);

const synonymNames: ReadonlyMap<string, string> = new Map(
  longSynonyms.map((name) => [plainName(name), name]),
);

/** Short names of other programs are a slip away from too many words. */
const nearestOtherName = createNameSearch(
  [...otherNames.keys(), ...synonymNames.keys()].filter((name) => name.length >= 6),
  slipsMost,
);

/** Names of other programs for a flag that no line has; `number` and the like may as well be the number of a shot. */
const sendingNames: ReadonlyMap<string, string> = new Map(
  longSynonyms.flatMap((name) => {
    const [synonym] = flagMeanings(name, true, 'submit');
    const [flag = ''] = synonym?.words('1', { model: undefined, other: () => undefined }) ?? [];
    const isMeant = /^--(max-cost|dry-run)$/.test(flag) || (flag === '--takes' && /copies|num-/.test(name));
    return isMeant ? [[plainName(name), flag]] : [];
  }),
);

function suspect(written: string, nearest: (name: string) => string | undefined): Suspicion {
  const trimmed = written.trim();
  if (trimmed.startsWith('_')) return undefined;
  const field = /^(?:(?:input|params|parameters|options|settings|config|request)[.:]|set:)(.+)$/is.exec(
    trimmed,
  )?.[1];
  if (field !== undefined) return { kind: 'slip', column: `set.${field}` };
  // `Duration (s)` and `ref_image.a` are read without what is added; `Aspect Ratio` and `aspectRatio` are one name.
  // So are `#duration` and `(duration)`.
  const name = plainName(trimmed.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}\s_-].*$/su, ''));
  const flag = trimmed.replaceAll(/\s+/g, '-');
  const meant = sendingNames.get(name) ?? flag;
  if (isOfSeveral(meant))
    return { kind: 'misplaced', but: 'a line is one job; for another take, add a line' };
  if (isOfSending(meant)) return { kind: 'misplaced', but: 'it is a flag of genctl, not a column' };
  const slip = otherNames.has(name) ? undefined : nearest(name);
  if (slip !== undefined) return { kind: 'slip', column: slip };
  return meantBy(name) ?? meantBy(nearestOtherName(name) ?? '');
}

/** The meaning of a name in other programs. */
function meantBy(name: string): Suspicion {
  const [synonym] = flagMeanings(synonymNames.get(name) ?? '', true, 'submit');
  const column = otherNames.get(name);
  if (synonym === undefined) return column === undefined ? undefined : { kind: 'name', column };
  return { kind: 'synonym', synonym };
}

/** The doubt about a free column of a line; undefined where there is none. */
function doubtOf(
  name: string,
  suspicion: Suspicion,
  of: { sorted: SortedColumns; flags: LineFlags },
): string | undefined {
  if (of.sorted.objects.has(name) && isHolder(name)) return 'is it "input"?';
  if (suspicion === undefined) return likelyDoubt(name, of.sorted);
  if (suspicion.kind === 'misplaced') return suspicion.but;
  const column = suspicion.kind === 'synonym' ? columnMeant(name, suspicion.synonym, of) : suspicion.column;
  if (column === undefined) return likelyDoubt(name, of.sorted);
  const isMeant = suspicion.kind === 'slip' ? isTaken(column, of.sorted) : isLacking(column, of.sorted);
  return isMeant ? `is it "${column}"?` : undefined;
}

/** The doubt about a column by its name and its value together. */
function likelyDoubt(name: string, sorted: SortedColumns): string | undefined {
  if (name.trim().startsWith('_')) return undefined;
  const column = likelyColumn(name, sorted.free.get(name.trim()) ?? '');
  if (column === undefined) return undefined;
  const isMeant = column === 'command' ? sorted.command === 'submit' : isLacking(column, sorted);
  return isMeant ? `is it "${column}"?` : undefined;
}

/** Tells whether the command of a line has the word. */
function isTaken(column: string, { command }: SortedColumns): boolean {
  const flag = flagOfColumn(column);
  return flag === undefined || takesWord(command, flag);
}

/** Tells whether a line could have this column besides the others: a word that it says already was not meant once more. */
function isLacking(column: string, { command, fields, words }: SortedColumns): boolean {
  const flag = flagOfColumn(column);
  if (flag === undefined)
    return command !== 'finalize' && fields.every(({ name }) => `set.${name}` !== column);
  return takesWord(command, flag) && words.every((one) => one.flag !== flag);
}

/** The column for what other programs call by this name; undefined where it can't be: its value is none of that column's. */
function columnMeant(
  name: string,
  synonym: FlagSynonym,
  { flags, sorted: { free } }: { sorted: SortedColumns; flags: LineFlags },
): string | undefined {
  const [first, value] =
    synonym.words(free.get(name.trim()) ?? '', {
      model: flags.model,
      other: (other) => free.get(columnOfFlag(other)),
    }) ?? [];
  if (first === '--set') return `set.${value?.split('=')[0]}`;
  const column = first === undefined ? undefined : columnOfFlag(first.replace('--no-', '--'));
  const flag = column === undefined ? undefined : flagOfColumn(column);
  if (flag === undefined) return undefined;
  return otherNames.get(plainName(name)) === column || isReadable(flag, value ?? '') ? column : undefined;
}

function isReadable(flag: ColumnFlagName, text: string): boolean {
  const { kind, read }: AnyFlag = columnFlags[flag];
  if (kind === 'switch' || kind === 'pair') return true;
  // A file or a link has one of these, and words about music have none.
  if (isMediaFlag(flag) && !/[./:@]/.test(text)) return false;
  try {
    read?.(text);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

function flagOfColumn(column: string): ColumnFlagName | undefined {
  // The cast is safe: the columns were made of this table.
  return wordColumns.find(({ name }) => name === column)?.flag as ColumnFlagName | undefined;
}
