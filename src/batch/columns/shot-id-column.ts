import { UsageError } from '../../errors/endings.ts';
import { columnFault } from './column-fault.ts';
import { scalarText, type WrittenColumn } from './read-column.ts';

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

/** The error of a line whose id another line has already. */
export function idTwice(shot: string): UsageError {
  return new UsageError({
    code: 'id_twice',
    message: `${JSON.stringify(shot)} is also the id of another line`,
    why: 'A later run finds a shot by its id. In a .txt the id is a hash of the prompt, so two prompts are alike.',
    hint: 'an id of its own; in a .txt, change the prompt or remove the line',
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
