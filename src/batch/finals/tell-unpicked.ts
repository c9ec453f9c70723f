import { hintText, type Line } from '../../errors/hint.ts';
import { readPlace } from '../../outputs/rules/place-address.ts';
import { signedLines } from '../../text/aligned.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import { onwardLines } from '../words/onward-lines.ts';
import type { DraftToPick } from './settle-gate.ts';

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
