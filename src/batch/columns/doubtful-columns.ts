import type { AnyFlag } from '../../cli/flag.ts';
import { UsageError } from '../../errors/endings.ts';
import { flagMeanings, longSynonyms } from '../../request/mends/other-meanings.ts';
import type { FlagSynonym } from '../../request/mends/other-words.ts';
import { isMediaFlag } from '../../request/request-flags.ts';
import { columnOfRole } from '../../request/rules/named-fields.ts';
import { promptFieldNames } from '../../service/body/prompt-field.ts';
import { options } from '../../service/options.ts';
import { mediaFieldNames } from '../../service/wire/media-fields.ts';
import { createNameSearch, plainName, slipsMost } from '../../text/nearest-name.ts';
import { namesInBraces } from '../rules/line-template.ts';
import { columnByValue, holders, patterns } from './likely-columns.ts';
import type { SortedColumns } from './line-columns.ts';
import {
  type ColumnFlagName,
  columnFlags,
  columnOfFlag,
  isOfSending,
  isOfSeveral,
  type LineFlags,
  takesWord,
  wordColumns,
} from './line-words.ts';

/** A free column that was probably meant as something else. */
export interface DoubtfulColumn {
  column: string;
  /** The reason to think so. */
  but: string;
  /** True if the prompt of its line has it in braces. */
  isUsed: boolean;
}

/** The meanings that the name of a free column may have. */
type Meaning =
  /** No word of a request, and no word of the manifest's own either. */
  | { but: string }
  /** `slip`: a word with a slip in it. `name`: another name for it. A pattern: a name that means it beside a value of that form. */
  | { column: string; by: 'slip' | 'name' | RegExp }
  /** Another program's name for a flag. */
  | { synonym: FlagSynonym };

/** How many names are remembered; a manifest has a few, unless each of its lines has other ones. */
const rememberedMost = 1000;

/** Returns a function that finds the doubtful columns of a line. `flags` are those of the line. */
export function doubtReader(idColumn: string): (sorted: SortedColumns, flags: LineFlags) => DoubtfulColumn[] {
  const nearest = createNameSearch([...wordNames, 'command', 'draft', idColumn], slipsMost);
  const said = new Map<string, readonly Meaning[]>();
  const meaningsOf = (name: string): readonly Meaning[] => {
    const meanings = said.get(name) ?? meaningsOfName(name, nearest);
    if (said.size < rememberedMost) said.set(name, meanings);
    return meanings;
  };
  return (sorted, flags) => {
    const doubtful = sorted.unknown.flatMap((name) => {
      const but = doubtOf(name, meaningsOf(name), { sorted, flags });
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
    ...Object.entries(options).flatMap(([option, { flag, names }]) =>
      [option, ...names.sure].map((name) => [name, columnOfFlag(flag.name)] as const),
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

/** The meanings of a name, the likeliest first. */
function meaningsOfName(written: string, nearest: (name: string) => string | undefined): Meaning[] {
  const trimmed = written.trim();
  if (trimmed.startsWith('_')) return [];
  const field = /^(?:(?:input|params|parameters|options|settings|config|request)[.:]|set:)(.+)$/is.exec(
    trimmed,
  )?.[1];
  if (field !== undefined) return [{ column: `set.${field}`, by: 'slip' }];
  // `Duration (s)` and `ref_image.a` are read without what is added; `Aspect Ratio` and `aspectRatio` are one name.
  // So are `#duration` and `(duration)`.
  const name = plainName(trimmed.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}\s_-].*$/su, ''));
  const flag = sendingNames.get(name) ?? trimmed.replaceAll(/\s+/g, '-');
  if (isOfSeveral(flag)) return [{ but: 'a line is one job; for another take, add a line' }];
  if (isOfSending(flag)) return [{ but: 'it is a flag of genctl, not a column' }];
  const slip = otherNames.has(name) ? undefined : nearest(name);
  if (slip !== undefined) return [{ column: slip, by: 'slip' }];
  const known = otherNames.has(name) || synonymNames.has(name) ? name : (nearestOtherName(name) ?? '');
  const [synonym] = flagMeanings(synonymNames.get(known) ?? '', true, 'submit');
  const column = otherNames.get(known);
  const likely = columnByValue(trimmed);
  return [
    ...(synonym === undefined ? [] : [{ synonym }]),
    ...(synonym !== undefined || column === undefined ? [] : [{ column, by: 'name' } as const]),
    ...(likely === undefined ? [] : [{ column: likely, by: patterns[likely] }]),
  ];
}

/** The doubt about a free column of a line; undefined where there is none. */
function doubtOf(
  name: string,
  meanings: readonly Meaning[],
  { flags, sorted }: { sorted: SortedColumns; flags: LineFlags },
): string | undefined {
  if (sorted.objects.has(name) && holders.test(name.trim())) return 'is it "input"?';
  const value = sorted.free.get(name.trim()) ?? '';
  for (const meaning of meanings) {
    if ('but' in meaning) return meaning.but;
    const column =
      'column' in meaning ? meaning.column : columnMeant(name, value, meaning.synonym, { flags, sorted });
    const by = 'by' in meaning ? meaning.by : 'name';
    if (column === undefined || (by instanceof RegExp && !by.test(value.trim()))) continue;
    if (!(by === 'slip' ? isTaken(column, sorted) : isLacking(column, sorted))) return undefined;
    return isOpposite(name, meaning) ? `is it "${column}", with the opposite value?` : `is it "${column}"?`;
  }
  return undefined;
}

/** Tells whether a name switches off what the column that is meant switches on: `no_audio`, `mute`. */
function isOpposite(name: string, meaning: Exclude<Meaning, { but: string }>): boolean {
  if (!('synonym' in meaning)) return /^no[\s_-]/i.test(name.trim());
  const [flag] = meaning.synonym.words('true', { model: undefined, other: () => undefined }) ?? [];
  return flag?.startsWith('--no-') === true;
}

/** Tells whether the command of a line has the word. */
function isTaken(column: string, { command }: SortedColumns): boolean {
  const flag = flagOfColumn(column);
  return flag === undefined || takesWord(command, flag);
}

/** Tells whether a line could have this column besides the others: a word that it says already was not meant once more. */
function isLacking(column: string, { command, fields, words }: SortedColumns): boolean {
  if (column === 'command') return command === 'submit';
  const flag = flagOfColumn(column);
  if (flag === undefined)
    return command !== 'finalize' && fields.every(({ name }) => `set.${name}` !== column);
  return takesWord(command, flag) && words.every((one) => one.flag !== flag);
}

/** The column for what other programs call by this name; undefined where it can't be: its value is none of that column's. */
function columnMeant(
  name: string,
  given: string,
  synonym: FlagSynonym,
  { flags, sorted: { free } }: { sorted: SortedColumns; flags: LineFlags },
): string | undefined {
  const facts = { model: flags.model, other: (other: string) => free.get(columnOfFlag(other)) };
  const [first, value = ''] = synonym.words(given, facts) ?? [];
  if (first === '--set') return `set.${value.split('=')[0]}`;
  const column = first === undefined ? undefined : columnOfFlag(first.replace('--no-', '--'));
  const flag = column === undefined ? undefined : flagOfColumn(column);
  if (column === undefined || flag === undefined) return undefined;
  return otherNames.get(plainName(name)) === column || isReadable(flag, value) ? column : undefined;
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
  return wordColumns.find(({ name }) => name === column)?.flag;
}
