import type { OpenBatch } from '../open-batch.ts';
import { readableLines } from './read-chains.ts';

/**
 * Checks the lines that stand behind others which wait for them, each after those that it waits for itself, so that all is known of
 * them when those are checked.
 */
export async function checkBehind(
  batch: OpenBatch,
  check: (place: number) => Promise<unknown>,
): Promise<void> {
  const { book, graph } = batch.chains;
  // Lines on a circle are known to be lost already, so that the others have an order.
  const open = new Set([...graph.behind].filter((id) => book.stateOf(id) === undefined));
  if (open.size === 0) return;
  const places = new Map<string, number>();
  // Of two lines with one id the second is refused, so that it has no part in this.
  for await (const { id, place } of readableLines(batch))
    if (open.has(id) && !places.has(id)) places.set(id, place);
  for (const id of graph.parentsFirst(open)) {
    batch.context.throwIfInterrupted([]);
    const place = places.get(id);
    if (place !== undefined) await check(place);
  }
}
