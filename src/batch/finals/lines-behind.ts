import type { OpenBatch } from '../open-batch.ts';
import type { PickedFinal } from './pick-gate.ts';

/** How many lines go as well once these finals are there: all that wait for them, up to the next final that is to be picked. */
export function linesBehind(
  { chains: { finals, graph } }: OpenBatch,
  picked: readonly PickedFinal[],
): number {
  const found = new Set<string>();
  const open = picked.map(({ final }) => final);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const child of graph.childrenOf(id)) {
      if (found.has(child) || finals.has(child)) continue;
      found.add(child);
      open.push(child);
    }
  }
  return found.size;
}
