import type { ParentState } from '../rules/parent-state.ts';
import type { ShotState } from '../run/shot-state.ts';

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
