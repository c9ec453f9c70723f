import { UsageError } from '../../errors/endings.ts';
import { idHash } from './id-hash.ts';
import { type Shard, shardOfRunner } from './runner-shards.ts';

/** As many as the largest array jobs have members. */
const totalMost = 100_000;

/**
 * Reads `--shard`: `2/8`; `auto` for what the runner's variables say; `auto/8` where the runner tells an index and no total.
 * Throws UsageError where they say nothing, or contradict each other.
 */
export function readShard(text: string, environment: Readonly<Record<string, string | undefined>>): Shard {
  const [, first = '', total] = /^(auto|\d{1,9})(?:\/(\d{1,9}))?$/.exec(text) ?? [];
  if (first === 'auto') return shardOfRunner(environment, total === undefined ? undefined : Number(total));
  const shard = { index: Number(first), total: Number(total) };
  if (first === '' || total === undefined) throw refusal(text, 'It is I/N, auto, or auto/N.');
  if (shard.total < 1 || shard.total > totalMost) throw refusal(text, `N is from 1 to ${totalMost}.`);
  if (shard.index < 1 || shard.index > shard.total)
    throw refusal(text, `I is from 1 to ${shard.total}: the first of ${shard.total} is 1/${shard.total}.`);
  return shard;
}

/**
 * The number of the shard that a shot belongs to, from 1 on. It rests on the shot's id alone, so that a line that is put in moves no other line. With
 * another total the lines are dealt anew.
 */
export function shardOf(id: string, { total }: Pick<Shard, 'total'>): number {
  return (idHash(id).low % total) + 1;
}

function refusal(text: string, why: string): UsageError {
  return new UsageError({
    code: 'invalid_shard',
    message: `There is no shard ${JSON.stringify(text)}`,
    why,
    hint: 'a shard such as 2/8, the second of eight',
  });
}
