import { UsageError } from '../../errors/endings.ts';
import type { LineFault } from '../rules/manifest-line.ts';

/** A line of a manifest. `line` counts from 1; of a row over several lines it is the first. `mark` has 32 bits of a hash of its bytes. */
export type ManifestRow =
  | {
      kind: 'row';
      line: number;
      mark: number;
      /** JSON values, or the texts of cells, by the names as they are written. A cell that is empty is left out. */
      columns: ReadonlyMap<string, unknown>;
    }
  | {
      kind: 'fault';
      line: number;
      mark: number;
      /** Its message does not name the line. */
      error: UsageError;
      /** Whether nothing behind it could be read. */
      isLast: boolean;
    };

export function faultRow(
  line: number,
  mark: number,
  fault: LineFault,
  { isLast = false }: { isLast?: boolean } = {},
): ManifestRow {
  return { kind: 'fault', line, mark, error: new UsageError(fault), isLast };
}
