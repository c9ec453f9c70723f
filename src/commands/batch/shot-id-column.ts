import { UsageError } from '../../errors/endings.ts';
import { shotIdProblem } from '../../rules/batch/shot-id.ts';
import { columnFault } from './column-fault.ts';
import { scalarText } from './read-column.ts';

/** The id of a shot, from its column. Throws UsageError where there is none. */
export function readShotId(column: string, value: unknown): string {
  if (value === undefined || value === null) {
    throw new UsageError({
      code: 'id_missing',
      message: `the line has no ${column}`,
      why: 'The id of a shot tells it from the others, and is what a second run knows it by.',
      hint: `"${column}": "s01" in each line`,
    });
  }
  const id = scalarText(value)?.trim();
  const problem = id === undefined ? 'It takes a text or a number.' : shotIdProblem(id);
  if (id === undefined || problem !== undefined)
    throw columnFault(column, value, problem ?? '', `"${column}": "s01"`);
  return id;
}
