import { UsageError } from '../../errors/endings.ts';
import type { OpenBatch } from '../open-batch.ts';
import { shardOf } from '../rules/shard.ts';

/**
 * Tells whether a line is of this run's shard: that of the line that its chain begins with. Throws UsageError where its chains
 * begin with lines of several shards.
 */
export function isOfOwnShard(
  id: string,
  { chains: { graph }, shard }: Pick<OpenBatch, 'chains' | 'shard'>,
): boolean {
  if (shard === undefined) return true;
  const roots = graph.rootsOf(id);
  const shards = new Set(roots.map((root) => shardOf(root, shard)));
  // A line that waits for a circle begins nowhere: what is wrong with it is told by each shard.
  if (shards.size <= 1) return shards.size === 0 || shards.has(shard.index);
  throw new UsageError({
    code: 'parents_apart',
    message: `it depends on lines of ${shards.size} shards`,
    why: roots.map((root) => `${root} is in shard ${shardOf(root, shard)}/${shard.total}`).join(', '),
    hint: 'use another number of shards, or none; a chain has to be in one shard',
  });
}
