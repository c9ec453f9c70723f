import type { ShotStateWord } from '../rules/line-book.ts';
import type { HeldReason, ParentState } from '../rules/parent-state.ts';
import type { ShotState } from '../run/shot-state.ts';

/** The results of the check of a line, as far as they concern those that wait for it. */
interface CheckedParent {
  shot: string | undefined;
  word: ShotStateWord;
  state: ShotState | undefined;
  /** Why it is not sent, where that is another line's fault. */
  held: HeldReason | undefined;
  /** The line for whose fault it is at fault, too. */
  faultOf: string | undefined;
}

/** How far a line is for those that wait for it. */
export function stateOfChecked({ faultOf, held, shot, state, word }: CheckedParent): ParentState {
  const of = shot ?? '';
  if (held !== undefined) return held.state;
  if (state === undefined || (word === 'invalid' && state.kind !== 'changed'))
    return { kind: 'lost', how: 'left out', of: faultOf ?? of };
  return stateAside(of, state);
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
