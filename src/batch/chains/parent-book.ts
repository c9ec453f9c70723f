import type { UsageError } from '../../errors/endings.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import type { LineGraph } from '../rules/line-graph.ts';
import type { ParentState } from '../rules/parent-state.ts';
import type { ShotState } from '../run/shot-state.ts';
import type { ParentTarget } from './parent-target.ts';

export type ParentBook = ReturnType<typeof createParentBook>;

/** The known facts of the lines that others wait for, by the ids of the lines. */
export function createParentBook() {
  const states = new Map<string, ParentState>();
  const targets = new Map<string, ParentTarget>();
  const awaited = new Map<string, (() => void)[]>();
  return {
    note(id: string, state: ParentState): void {
      states.set(id, state);
      for (const resolve of awaited.get(id) ?? []) resolve();
      awaited.delete(id);
    },
    noteTarget: (id: string, target: ParentTarget) => void targets.set(id, target),
    stateOf: (id: string) => states.get(id),
    targetOf: (id: string) => targets.get(id),
    /** Resolves once something was noted of a line. */
    async noted(id: string): Promise<void> {
      if (states.has(id)) return;
      return new Promise((resolve) => awaited.set(id, [...(awaited.get(id) ?? []), resolve]));
    },
  };
}

/** How far a line is for those that wait for it, where this run has nothing to do with it, or not yet. */
export function stateAside(of: string, state: ShotState): ParentState {
  switch (state.kind) {
    case 'changed':
      return { kind: 'lost', how: 'left out', of, jobId: state.jobId };
    case 'here':
      return { kind: 'there', jobId: state.jobId };
    case 'succeeded':
      return { kind: 'there', jobId: state.record.id };
    case 'failed':
      return { kind: 'lost', how: 'failed', of, jobId: state.record.id };
    case 'uncertain':
      return { kind: 'lost', how: 'uncertain', of };
    case 'running':
      return { kind: 'to come', jobId: state.record.id };
    case 'new':
    case 'open':
      return { kind: 'to come', jobId: undefined };
  }
}

/** Which lines of a manifest wait for which, and what is known of those that others wait for. */
export interface Chains {
  graph: LineGraph;
  book: ParentBook;
  /** The finals whose draft another line makes, by their ids, with the id of that line. */
  finals: ReadonlyMap<string, string>;
  /** The fault of the names in a line; undefined where each means a line, a job or a member of the cast. */
  faultOf(request: ShotRequest): UsageError | undefined;
}
