import { hintText } from '../../errors/hint.ts';
import { textLines } from '../../text/aligned.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { LineBook } from '../rules/line-book.ts';
import { onwardLines } from './onward-lines.ts';

/** Says, after a try that went well, which line renders the rest. */
export function tellUnchosen(batch: OpenBatch, book: Pick<LineBook, 'count'>): void {
  const { context } = batch;
  const count = book.count('unchosen');
  if (count === 0) return;
  const { err } = context.terminal;
  const whole = hintText(onwardLines(batch).whole);
  const text = `${counted(count, 'line')} ${count === 1 ? 'was' : 'were'} not chosen; to render all: ${whole}`;
  err.lines(textLines({ text, paint: err.colors.dim }, err));
}
