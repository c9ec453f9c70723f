import { readPlace } from '../../outputs/rules/place-address.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { LineBook } from '../rules/line-book.ts';
import type { DraftToPick } from './settle-gate.ts';

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
