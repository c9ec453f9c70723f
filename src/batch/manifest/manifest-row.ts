import type { LineFault } from '../rules/manifest-line.ts';

/** A line of a manifest as it was read. `line` counts from 1; of a row over several lines it is the first. */
export type ReadRow =
  /** JSON values, or the texts of cells, by the names as they are written. A cell that is empty is left out. */
  | { line: number; columns: (readonly [name: string, value: unknown])[]; fault?: never }
  /** Its message does not name the line. */
  | { line: number; fault: LineFault; columns?: never };

/** As `ReadRow`, with its place among all, which counts from 0. */
export type ManifestRow = { place: number; line: number } & (
  | { columns: ReadonlyMap<string, unknown>; fault?: never }
  | { fault: LineFault; columns?: never }
);
