import { UsageError } from '../../errors/endings.ts';
import { idHash } from '../../text/id-hash.ts';

/** One of several parts of a manifest. */
export interface Shard {
  /** From 1 to `total`. */
  index: number;
  total: number;
}

/** As many as the largest array jobs have members. */
const totalMost = 100_000;

/** Reads `--shard`, such as `2/8`. Throws UsageError. */
export function readShard(text: string): Shard {
  const [, index, total] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (index === undefined || total === undefined)
    throw refusal(text, 'It is K/N, in numbers: K from 1 to N, of N parts.');
  const shard = { index: Number(index), total: Number(total) };
  if (shard.total < 1 || shard.total > totalMost) throw refusal(text, `N is from 1 to ${totalMost}.`);
  if (shard.index < 1 || shard.index > shard.total)
    throw refusal(text, `K is from 1 to ${shard.total}: the first of ${shard.total} is 1/${shard.total}.`);
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

/** Unit: characters. */
const charactersMost = 100;

/**
 * The name of a batch. It is not empty and has no control characters. It has no `/`, which separates it from the id of a shot. It
 * does not begin with `@`, as names of a CI run do. Throws UsageError.
 */
export function checkedBatchName(name: string): string {
  const why = whyNot(name);
  if (why === undefined) return name;
  throw new UsageError({
    code: 'batch_name',
    message: `A batch can't be called ${JSON.stringify(name.slice(0, charactersMost))}`,
    why,
    hint: 'a name such as shots-2026',
  });
}

/** The name of a batch without one of its own: that of its file without the extension. Throws UsageError. */
export function batchNameOf(fileName: string): string {
  return checkedBatchName(fileName.replace(/(?<=.)\.[^.]*$/, ''));
}

function whyNot(name: string): string | undefined {
  if (name.trim() === '') return 'It is empty.';
  if (name.length > charactersMost)
    return `It has ${name.length} characters, and may have ${charactersMost}.`;
  if (name.includes('/')) return 'A / separates the name of a batch from the id of a shot.';
  if (name.startsWith('@')) return 'Names that begin with @ are reserved for CI runs.';
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name)) return 'It has control characters in it.';
  return undefined;
}
