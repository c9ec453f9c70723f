import type { OpenBatch } from '../open-batch.ts';
import { heldReason, isUnpicked } from '../rules/parent-state.ts';
import type { BatchEvents } from '../run/batch-events.ts';
import type { OutcomeBook } from '../words/batch-outcome.ts';
import type { PickGate } from './pick-gate.ts';

/** A draft that is over and was not picked, with the finals that wait for that. */
export interface DraftToPick {
  draft: string;
  jobId: string;
  finals: readonly string[];
}

/**
 * Tells, once nothing runs any more, of the lines that were kept back: a final whose draft was lost is held for that, all others can
 * still be picked. Returns the drafts that are over, in the order of their finals.
 */
export function settleGate(
  batch: OpenBatch,
  gate: PickGate,
  { events, outcomes }: { events: BatchEvents | undefined; outcomes: OutcomeBook },
): DraftToPick[] {
  const { book, finals, graph } = batch.chains;
  const toPick = new Map<string, { jobId: string; finals: string[] }>();
  for (const { line, reason: before, shot } of gate.kept) {
    const reason = heldReason(graph.parentsOf(shot), book.stateOf) ?? gate.reasonOf(shot) ?? before;
    events?.held({ line, shot }, reason);
    if (!isUnpicked(reason)) outcomes.loseUnpicked(shot);
    if (graph.isParent(shot)) book.note(shot, reason.state);
    const draft = finals.get(shot);
    const state = draft === undefined ? undefined : book.stateOf(draft);
    if (draft === undefined || state?.kind !== 'there' || reason.code !== 'not_picked') continue;
    const known = toPick.get(draft);
    if (known === undefined) toPick.set(draft, { jobId: state.jobId, finals: [shot] });
    else known.finals.push(shot);
  }
  return [...toPick].map(([draft, { finals, jobId }]) => ({ draft, jobId, finals }));
}
