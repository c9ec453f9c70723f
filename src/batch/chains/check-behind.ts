import type { OpenBatch } from '../open-batch.ts';
import type { LineGraph } from '../rules/line-graph.ts';
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
  for (const id of parentsFirst(open, graph)) {
    batch.context.throwIfInterrupted([]);
    const place = places.get(id);
    if (place !== undefined) await check(place);
  }
}

/** Ids in an order in which each stands behind those of them that it waits for. A chain may be long, so that it is walked without recursion. */
function parentsFirst(ids: ReadonlySet<string>, graph: Pick<LineGraph, 'parentsOf'>): Iterable<string> {
  const ordered = new Set<string>();
  for (const id of ids) {
    const path = [id];
    for (let one = path.at(-1); one !== undefined; one = path.at(-1)) {
      const before = graph.parentsOf(one).find((parent) => ids.has(parent) && !ordered.has(parent));
      if (before !== undefined) path.push(before);
      else {
        ordered.add(one);
        path.pop();
      }
    }
  }
  return ordered;
}
