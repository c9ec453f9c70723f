import type { Cast } from '../../account/settings/setting-table.ts';
import { readPrompt } from '../../cli/texts/prompt-text.ts';
import { readSetting } from '../../cli/texts/text-source.ts';
import { draftRequest } from '../../drafts/draft-flags.ts';
import { UsageError } from '../../errors/endings.ts';
import { type Tags, tagsOf } from '../../ledger/rules/tags.ts';
import { castMedia, castNames } from '../../request/references/cast.ts';
import { readRequestWords } from '../../request/request-flags.ts';
import { draftChoiceOf, type LookupFlags, refsChoice, routeChoiceOf } from '../../request/route-flags.ts';
import type { RouteChoice } from '../../request/rules/choose-route.ts';
import type { RequestWords } from '../../service/request-words.ts';
import type { ManifestRow } from '../manifest/manifest-rows.ts';
import { namesInBraces, withWords } from '../rules/line-template.ts';
import { type DoubtfulColumn, doubtReader } from './doubtful-columns.ts';
import { type SortedColumns, sortColumns } from './line-columns.ts';
import { defaultsFor, lineFlagsOf } from './line-flags.ts';
import { columnReader, type LineCommand, type LineFlags } from './line-words.ts';
import { parentsOf, type ReadPart, readShotId, type ShotParents, type WrittenColumn } from './read-column.ts';

/** How the lines of a manifest are read. */
export interface ShotReading {
  /** The absolute folder that paths of references are relative to. */
  folder: string;
  /** True if values are the texts of cells, in which JSON is text. */
  textCells: boolean;
  /** The flags that hold for every line, read by `lineDefaults`, and without words for lines. */
  defaults: LineFlags;
  /** The column that the ids of the shots are in. */
  idColumn: string;
  /** The names for references. */
  cast: Cast;
}

/** The request of a line. */
export type ShotRequest = {
  id: string;
  /** The number of its line. */
  line: number;
  /** The words of the line for `{column}`, and its id as `shot`. */
  free: ReadonlyMap<string, string>;
  doubtful: readonly DoubtfulColumn[];
  /** The tags that the line gives its job; no part of the request. */
  tags: Tags | undefined;
  parents: ShotParents;
} & (
  | {
      command: Exclude<LineCommand, 'finalize'>;
      words: RequestWords;
      choice: RouteChoice;
      /** Options that the command sets itself, so that no default of a project or profile changes them. */
      own: readonly string[];
    }
  | {
      command: 'finalize';
      /** The id of its draft, or the word for the line that makes it; the way it goes is its draft's. */
      draft: string;
      words: RequestWords;
      lookup: LookupFlags;
    }
);

/**
 * Returns a function that reads what a line asks for. It throws UsageError, which names the column and not the line. With `faults`,
 * errors of single columns and of the prompt are added there instead.
 */
export function shotReader(reading: ShotReading): (row: ManifestRow, faults?: UsageError[]) => ShotRequest {
  const { idColumn } = reading;
  const meaningOf = columnReader(idColumn);
  const defaults = new Map<LineCommand, LineFlags>();
  const doubtsOf = doubtReader(idColumn);
  return ({ columns, fault, line }, faults) => {
    const readPart = partReader(faults);
    if (fault !== undefined) throw new UsageError(fault);
    const sorted = sortColumns(columns, meaningOf);
    const { command, free } = sorted;
    const id = readShotId(idColumn, sorted.id);
    free.set('id', id).set('shot', id);
    const usual = defaults.get(command) ?? defaultsFor(command, reading.defaults);
    defaults.set(command, usual);
    const flags = lineFlagsOf(usual, sorted.words, { ...reading, readPart });
    const asked = requestOf(sorted, flags, { ...reading, readPart });
    const parents = parentsOf(asked.words, asked.command === 'finalize' ? asked.draft : undefined);
    return {
      ...asked,
      id,
      line,
      free,
      tags: tagsOf(
        flags.tag.map(({ value }) => value),
        'tag',
      ),
      doubtful: doubtsOf(sorted, flags),
      parents,
    };
  };
}

function partReader(faults: UsageError[] | undefined): ReadPart {
  return (read, otherwise) => {
    try {
      return read();
    } catch (error) {
      if (faults === undefined || !(error instanceof UsageError)) throw error;
      faults.push(error);
      return otherwise;
    }
  };
}

type AskedShot =
  | Pick<Extract<ShotRequest, { command: 'finalize' }>, 'command' | 'draft' | 'words' | 'lookup'>
  | Pick<Exclude<ShotRequest, { command: 'finalize' }>, 'command' | 'words' | 'choice' | 'own'>;

function requestOf(
  { command, draft, fields, free }: SortedColumns,
  flags: LineFlags,
  { cast, readPart, textCells }: ShotReading & { readPart: ReadPart },
): AskedShot {
  const words = literalWords({ command, free }, flags, { cast, readPart });
  const set = fields.map((field) => settingOf(field, textCells));
  const asked = set.length === 0 ? words : { ...words, set: [...words.set, ...set] };
  if (command === 'finalize')
    return { command, draft: draft ?? '', words: asked, lookup: { api: flags.api, route: flags.route } };
  return {
    command,
    choice: choiceOf[command](flags),
    own: [],
    ...(command === 'draft' ? draftRequest(asked) : { words: asked }),
  };
}

/** The way that each command goes. */
const choiceOf = {
  submit: routeChoiceOf,
  draft: draftChoiceOf,
  refs: () => refsChoice,
} as const satisfies Record<Exclude<LineCommand, 'finalize'>, (flags: LineFlags) => RouteChoice>;

/** The words of a line's request. Its prompt goes as a word after `--` does, which no file or stdin is read for. */
function literalWords(
  { command, free }: Pick<SortedColumns, 'command' | 'free'>,
  flags: LineFlags,
  { cast, readPart }: { cast: Cast; readPart: ReadPart },
): RequestWords {
  const { prompt, ...others } = { ...flags, prompt: flags.prompt?.replaceAll('\r\n', '\n') };
  const nothing = { arguments: [], readable: 0 };
  const words = readRequestWords(command, { ...others, prompt: undefined }, nothing, noFile);
  const asked = { ...words, media: readPart(() => castMedia(words.media, cast), words.media) };
  if (prompt === undefined) return asked;
  const text = readPart(() => withWords('prompt', prompt, wordsFor(prompt, free, { asked, cast })), prompt);
  return { ...asked, prompt: readPrompt(command, undefined, { ...nothing, arguments: [text] }, noFile) };
}

/** The words for the names that a prompt has in braces: of columns, and of the cast. Throws UsageError for a name that is both. */
function wordsFor(
  prompt: string,
  free: ReadonlyMap<string, string>,
  { asked, cast }: { asked: RequestWords; cast: Cast },
): ReadonlyMap<string, string> {
  const named = cast.size === 0 ? [] : [...namesInBraces(prompt)].filter((name) => cast.has(name));
  const both = named.find((name) => free.has(name));
  if (both !== undefined) throw castAsColumn(both);
  const nameOf = castNames(asked);
  return named.length === 0
    ? free
    : new Map([...free, ...named.map((name) => [name, nameOf(name)] as const)]);
}

function castAsColumn(name: string): UsageError {
  return new UsageError({
    code: 'cast_name_taken',
    message: `{${name}} in prompt is a column of the line and a name of the cast`,
    why: 'The prompt could mean either.',
    hint: `another name for the column; or for the cast, in .genctl.json or by genctl config`,
  });
}

/** Nothing of a line is the name of a file to read: a foreign manifest must not send a file of this machine. */
function noFile(path: string): never {
  throw new UsageError({
    code: 'file_in_manifest',
    message: `a line can't read the file ${path}`,
    why: 'genctl sends texts of a manifest unchanged, and reads no files for them.',
    hint: 'write the text itself',
  });
}

/** A field of the input. In JSON it is the value itself; a cell is a JSON literal, else a text, as `--set` has it. */
function settingOf({ name, value }: WrittenColumn, textCells: boolean): readonly [string, unknown] {
  return textCells ? readSetting(`${name}=${String(value)}`, `set.${name}`) : [name, value];
}
