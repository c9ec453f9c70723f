import { pickTakes } from '../../drafts/pick-takes.ts';
import { genctl } from '../../errors/hint.ts';
import { counted } from '../../text/shown-value.ts';
import { openJournal } from '../journal/journal.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { LineBook } from '../rules/line-book.ts';
import { reached } from '../rules/line-graph.ts';
import { journalRun } from '../run/journaled.ts';
import { onwardLines } from '../words/onward-lines.ts';
import { type OfferedDraft, offeredDrafts, tellTooOld } from './offered-drafts.ts';
import { type DraftToPick, notePicks, type PickedFinal } from './pick-gate.ts';

const nonePaid = 'No final was sent or paid for; the drafts stay.';

/**
 * Shows drafts whose finals are lines of the manifest, and has a person tick some and confirm what they cost. Notes that in the
 * journal, so that it counts for any later run. Nothing is sent yet. Resolves with whether any was picked. Throws InterruptedError
 * where a signal comes instead of an answer.
 */
export async function pickGated(
  batch: OpenBatch,
  book: LineBook,
  toPick: readonly DraftToPick[],
): Promise<boolean> {
  const { context } = batch;
  const ofDraft = new Map(toPick.map((one) => [one.draft, one]));
  const { drafts, tooOld } = await offeredDrafts(batch, book, (shot) => ofDraft.has(shot));
  tellTooOld(context, tooOld);
  if (drafts.length === 0) return false;
  const finalsOf = ({ shot }: OfferedDraft): readonly string[] => ofDraft.get(shot)?.finals ?? [];
  const pickedOf = (ticked: readonly OfferedDraft[]): PickedFinal[] =>
    ticked.flatMap((draft) => finalsOf(draft).map((final) => ({ final, draft: draft.draftId })));
  const { isMeant, ticked } = await pickTakes(context, drafts, {
    message: 'Which drafts to finalize? Each is charged.',
    instead: genctl`finalize ID`,
    dir: batch.journey.dir,
    finalsOf: (draft) => finalsOf(draft).length,
    sends: (some) => sentWords(batch, pickedOf(some)),
    left: () => ({
      message: 'Stopped before a final was picked',
      why: nonePaid,
      hint: onwardLines(batch).resume,
    }),
  });
  if (isMeant) await notePicked(batch, pickedOf(ticked));
  return isMeant;
}

async function notePicked(batch: OpenBatch, picked: readonly PickedFinal[]): Promise<void> {
  const { clock } = batch.context;
  const journal = await openJournal(batch.journalPlace, clock.nowMs);
  try {
    await journal.begin(journalRun(batch));
    await notePicks(journal, picked, clock);
  } finally {
    await journal.close();
  }
}

function sentWords(batch: OpenBatch, picked: readonly PickedFinal[]): string {
  const behind = linesBehind(batch, picked);
  const after =
    behind === 0 ? '' : ` and ${counted(behind, 'line')} that ${behind === 1 ? 'depends' : 'depend'} on it`;
  return `${counted(picked.length, 'final')}${after}`;
}

/** How many lines go as well once these finals are there: all that wait for them, up to the next final that is to be picked. */
function linesBehind({ chains: { finals, graph } }: OpenBatch, picked: readonly PickedFinal[]): number {
  const own = new Set(picked.map(({ final }) => final));
  const all = reached(own, (id) => graph.childrenOf(id).filter((child) => !finals.has(child)));
  return all.size - own.size;
}
