import { UsageError } from '../../../errors/endings.ts';
import { shotIdProblem } from '../../../rules/batch/shot-id.ts';
import { columnFault } from './column-fault.ts';
import { scalarText, type WrittenColumn } from './read-column.ts';

/** The id of a shot, from its column. Throws UsageError where there is none. */
export function readShotId(column: string, given: WrittenColumn | undefined): string {
  if (given === undefined) {
    throw new UsageError({
      code: 'id_missing',
      message: `the line has no ${column}`,
      why: 'The id of a shot tells it from the others, and is what a second run knows it by.',
      hint: `"${column}": "s01" in each line`,
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
    message: `${JSON.stringify(shot)} is the id of another line, too`,
    why: 'The id of a shot is what a second run knows it by.',
    hint: 'an id of its own; or --id-hash, and lines that differ',
  });
}
