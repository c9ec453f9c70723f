import { lineDefaults, withoutLineWords } from '../../../src/batch/columns/line-flags.ts';
import { type LineFlags, lineFlags } from '../../../src/batch/columns/line-words.ts';
import { type ShotReading, type ShotRequest, shotReader } from '../../../src/batch/columns/shot-request.ts';
import { noFlags } from '../../../src/request/request-flags.ts';

/** A command line that says nothing of requests. */
const unset = noFlags(lineFlags);

/** Reads one line of a manifest whose command line says `typed`. */
export function shot(
  columns: Record<string, unknown>,
  typed: Partial<LineFlags> = {},
  other: Partial<ShotReading> = {},
): ShotRequest {
  return reader(typed, other)({ place: 0, line: 1, columns: new Map(Object.entries(columns)) });
}

export function reader(typed: Partial<LineFlags> = {}, other: Partial<ShotReading> = {}) {
  const noFile = (path: string): never => {
    throw new Error(`${path} was read`);
  };
  const cast = other.cast ?? new Map();
  const defaults = withoutLineWords(lineDefaults({ ...unset, ...typed }, noFile), cast);
  return shotReader({
    folder: '/shoot',
    textCells: false,
    defaults,
    idColumn: 'id',
    cast,
    ...other,
  });
}
