import type { UsageError } from '../../errors/endings.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import type { LineGraph } from '../rules/line-graph.ts';
import type { ParentBook } from '../run/parent-book.ts';
import type { ParentTarget } from './parent-target.ts';

/** Which lines of a manifest wait for which, and what is known of those that others wait for. */
export interface Chains {
  graph: LineGraph;
  book: ParentBook<ParentTarget>;
  /** The finals whose draft another line makes, by their ids, with the id of that line. */
  finals: ReadonlyMap<string, string>;
  /** The fault of the names in a line; undefined where each means a line, a job or a member of the cast. */
  faultOf(request: ShotRequest): UsageError | undefined;
}
