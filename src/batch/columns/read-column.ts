import type { AnyFlag } from '../../cli/flag.ts';
import { fieldsIn } from '../../cli/texts/text-source.ts';
import { UsageError } from '../../errors/endings.ts';
import type { Hint } from '../../errors/hint.ts';
import { columnOfRole } from '../../request/rules/named-fields.ts';
import { readExactJson } from '../../schema/json/json-flaw.ts';
import type { MediaInput, RequestWords } from '../../service/request-words.ts';
import { gaps } from '../../text/gaps.ts';
import { objectOf } from '../../text/json-object.ts';
import { anyOfWords, shownValue } from '../../text/shown-value.ts';
import type { ManifestFormat } from '../manifest/manifest-format.ts';
import { draftParent, type ParentWord, parentWord } from '../rules/parents.ts';

/** Reads a part of a line. If that fails, it keeps the error and returns `otherwise`. */
export type ReadPart = <Part>(read: () => Part, otherwise: Part) => Part;

/** A column as it is written, and its value. */
export interface WrittenColumn {
  name: string;
  value: unknown;
}

const yes = ['true', 'yes', '1'];
const no = ['false', 'no', '0'];

/** The value of a flag that is given once, from a column. Throws UsageError. */
export function readColumn(flag: AnyFlag, { name, value }: WrittenColumn): unknown {
  if (flag.kind === 'switch' || flag.kind === 'pair' || flag.kind === 'off')
    return readTruth({ name, value });
  return readText(flag, { name, value });
}

/** The values of a repeatable flag: a list, or one value. In a table a list is written as JSON. Throws UsageError. */
export function readListColumn(
  { name, value }: WrittenColumn,
  textCells: boolean,
  read: (one: WrittenColumn) => unknown,
): unknown[] {
  const list = textCells && typeof value === 'string' && value.startsWith('[') ? listIn(name, value) : value;
  const values: readonly unknown[] = Array.isArray(list) ? list : [list];
  return values.map((one) => read({ name, value: one }));
}

/** A field of the input as `name=value`, from the column `set`. Throws UsageError, which says how a field is a column. */
export function readFieldColumn({ name, value }: WrittenColumn): string {
  const text = scalarText(value);
  const object = text === undefined ? objectOf(value) : fieldsIn(text);
  if (text !== undefined && object === undefined && text.indexOf('=') > 0) return text;
  const [[field, given] = [text]] = Object.entries(object ?? {});
  const column = `set.${/^[\w.-]+$/.test(field ?? '') ? field : gaps.name}`;
  const example = given === undefined ? '…' : JSON.stringify(given);
  throw columnFault(
    name,
    object ?? value,
    'It takes name=value; a field alone is a column of its own.',
    `"${column}": ${example} in each line of JSON, or a column ${column} in CSV`,
  );
}

function readText(flag: AnyFlag, { name, value }: WrittenColumn): unknown {
  const text = scalarText(value);
  if (text === undefined) throw columnFault(name, value, 'It takes a text or a number.', `"${name}": "…"`);
  return flag.read?.(text, name);
}

/** A text, number or truth value as the text that a flag reads; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Spreadsheets write TRUE and FALSE. */
function readTruth({ name, value }: WrittenColumn): boolean {
  const text = scalarText(value)?.trim().toLowerCase() ?? '';
  if (yes.includes(text)) return true;
  if (no.includes(text)) return false;
  throw columnFault(name, value, `It takes ${anyOfWords([...yes, ...no])}.`, `${name} true, or false`);
}

function listIn(name: string, text: string): unknown {
  try {
    return readExactJson(name, text);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = 'It begins like a JSON list, but is no valid one.';
    throw columnFault(name, text, why, `${name} ["one.png","two.png"], or ${name}.1 and ${name}.2`);
  }
}

/** The error for a value that a column does not take. */
export function columnFault(column: string, value: unknown, why: string, hint: Hint): UsageError {
  return new UsageError({
    code: 'invalid_column',
    message: `${column} does not take ${shownValue(value)}`,
    why,
    hint,
  });
}

/** The id of a shot, from its column. Throws UsageError where there is none. */
export function readShotId(column: string, given: WrittenColumn | undefined): string {
  if (given === undefined) {
    throw new UsageError({
      code: 'id_missing',
      message: `the line has no ${column}`,
      why: 'Each shot needs a unique id, by which a later run finds it.',
      hint: `"${column}": "s01" in each line of JSON, or a column ${column} in CSV`,
    });
  }
  const { name, value } = given;
  const id = scalarText(value)?.trim();
  const problem = id === undefined ? 'It takes a text or a number.' : shotIdProblem(id);
  if (id === undefined || problem !== undefined)
    throw columnFault(name, value, problem ?? '', `"${name}": "s01"`);
  return id;
}

/** The error of a line whose id an earlier line has already, in the words of the format. */
export function idTwice(
  shot: string,
  { first, format }: { first: number; format: ManifestFormat },
): UsageError {
  const ofPrompt = format === 'txt';
  return new UsageError({
    code: 'id_twice',
    message: ofPrompt
      ? `its prompt is also that of line ${first}`
      : `${JSON.stringify(shot)} is also the id of line ${first}`,
    why: ofPrompt
      ? 'In a .txt the id of a shot is a hash of its prompt, so the two would be one shot.'
      : 'A later run finds a shot by its id.',
    hint: ofPrompt ? 'change the prompt or remove the line' : 'an id of its own',
  });
}

/** The error of a line that would be the shot of an earlier one: a person has said that one of them had the id of the other. */
export function formerIdTwice(words: string): UsageError {
  return new UsageError({
    code: 'id_twice',
    message: words,
    why: 'A shot that was renamed keeps the job of its former id.',
    hint: 'an id of its own',
  });
}

/** Longest id of a shot: it stands in file names, tables and keys. Unit: characters. */
const shotIdCharactersMost = 200;

/** Why a text can't be the id of a shot; undefined where it can. */
function shotIdProblem(id: string): string | undefined {
  if (id === '') return 'It is empty.';
  if (id.length > shotIdCharactersMost)
    return `It has ${id.length} characters, and may have ${shotIdCharactersMost}.`;
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(id)) return 'It has control characters in it.';
  return undefined;
}

/** The outputs that a line takes from other lines. */
export interface ShotParents {
  /** The ids that it names, each once. */
  ids: readonly string[];
  /** The line that makes its draft; undefined where that is a job, or it makes no final. */
  draft: ParentWord | undefined;
}

/** Reads the words for other lines in what a line asks for. Throws UsageError for one that can't stand for anything. */
export function parentsOf(words: Pick<RequestWords, 'media'>, draft: string | undefined): ShotParents {
  const ofDraft = draft === undefined ? undefined : draftParent(draft);
  if (ofDraft?.id === '') throw nameless('draft', draft);
  const ofMedia = words.media.flatMap((one) => parentOf(one) ?? []);
  const ids = [...ofMedia, ...(ofDraft === undefined ? [] : [ofDraft])].map(({ id }) => id);
  return { ids: [...new Set(ids)], draft: ofDraft };
}

/** The output that a medium takes from another line; undefined for a link or a path. Throws UsageError. */
export function parentOf({ role, url }: MediaInput): ParentWord | undefined {
  const parent = parentWord(url);
  if (parent === undefined) return undefined;
  const column = columnOfRole[role];
  if (parent.id === '') throw nameless(column, url);
  if (role === 'reference_audio') throw columnFault(column, url, 'No job makes a sound alone.', isPath(url));
  if (role === 'reference_video' && parent.takes === 'last_frame')
    throw columnFault(column, url, 'A last frame is a picture.', `"${column}": "@${parent.id}"`);
  return parent;
}

function nameless(column: string, word: string | undefined): Error {
  return columnFault(column, word, 'An @ begins the id of another line.', `"${column}": "@s01"`);
}

function isPath(word: string): string {
  return `a path or a link; for a file of that name: ./${word}`;
}
