import { hintText, type Line } from '../../errors/hint.ts';
import { readPlace } from '../../outputs/rules/place-address.ts';
import { signedLines } from '../../text/aligned.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { LineBook } from '../rules/line-book.ts';
import { heldReason, isUnpicked } from '../rules/parent-state.ts';
import type { BatchEvents } from '../run/batch-events.ts';
import type { OutcomeBook } from '../words/batch-outcome.ts';
import { onwardLines } from '../words/onward-lines.ts';
import type { DraftToPick, PickGate } from './pick-gate.ts';

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

/**
 * Has a person pick of the drafts that were not shown yet in this run, where somebody looks. Resolves with whether any was picked.
 *
 * @param asked the jobs of the drafts that were shown; those that are shown now are added.
 */
export async function askForPicks(
  batch: OpenBatch,
  book: LineBook,
  { asked, drafts }: { asked: Set<string>; drafts: readonly DraftToPick[] },
): Promise<boolean> {
  if (!isLookedAt(batch)) return false;
  const shown = drafts.filter(({ jobId }) => !asked.has(jobId));
  for (const { jobId } of shown) asked.add(jobId);
  return shown.length > 0 && (await import('./pick-gated.ts')).pickGated(batch, book, shown);
}

/** Tells whether somebody looks at drafts whose finals are lines of the manifest; otherwise these just wait. */
function isLookedAt({ context: { globals, terminal }, input, journey }: OpenBatch): boolean {
  const isForProgram = globals.json || globals.quiet || input.typed.events;
  if (isForProgram || input.picked !== undefined || readPlace(journey.dir).kind !== 'file') return false;
  return terminal.interactive;
}

/** So many drafts are named to a person; the document of the run has all. */
const namedMost = 10;

/**
 * Says which drafts wait to be picked, and the lines that have them looked at, or send the finals of some of them, or all.
 *
 * @param unpicked how many lines wait for that: the finals, and what waits for those.
 */
export function tellUnpicked(batch: OpenBatch, toPick: readonly DraftToPick[], unpicked: number): void {
  const { err } = batch.context.terminal;
  const { accent, warn } = err.colors;
  const names = toPick.slice(0, namedMost).map(({ draft }) => draft);
  const more = toPick.length > names.length ? ` and ${toPick.length - names.length} more` : '';
  const drafts = `${counted(toPick.length, 'draft')} to pick: ${names.join(', ')}${more}`;
  const waits = `${counted(unpicked, 'line')} ${unpicked === 1 ? 'depends' : 'depend'} on it, not sent or paid for`;
  const text = `${drafts}; ${waits}`;
  const lines = onwardLines(batch);
  const way = (says: string, line: Line): string =>
    `  ${says} ${accent(err.symbols.arrow)} ${hintText(line)}`;
  const isHere = readPlace(batch.journey.dir).kind === 'file';
  err.lines([
    ...signedLines({ text: err.symbols.queued, paint: warn }, { text }, err),
    ...(isHere ? [way('look and pick:', lines.looking)] : []),
    way('name them:', lines.picked(names)),
    way('all:', lines.withAll),
  ]);
}
