import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type JournalMemory, type JournalPlace, readJournal } from './journal.ts';
import { mergedMemory } from './shot-memory.ts';

/** How the names of a batch's journals begin and end; between them a shard has its numbers. */
export interface JournalNames {
  /** `FILE.NAME`. */
  stem: string;
  ending: string;
}

/**
 * The journals of a batch beside its own one that were written for other parts of it: for all of it, or for as many shards as are
 * not asked for now. A line may be told of in them alone, and v1 has no key that keeps it from being paid for again. Shards of one
 * number have no line in common, so theirs are not read.
 *
 * @throws as `readJournal` does.
 */
export async function readOtherParts(place: JournalPlace, names: JournalNames): Promise<JournalMemory[]> {
  const folder = dirname(place.path);
  const [, ownTotal] = place.owner.shard?.split('/') ?? [];
  const parts: JournalMemory[] = [];
  try {
    for (const name of (await readdir(folder)).sort()) {
      const part = partNamed(name, names);
      if (part === undefined || name === basename(place.path) || part.total === ownTotal) continue;
      const owner = { ...place.owner, shard: part.shard };
      const journal = await readJournal({ ...place, path: join(folder, name), owner });
      if (journal !== undefined) parts.push(journal);
    }
  } catch (error) {
    await closeAll(parts);
    throw error;
  }
  return parts;
}

/** The part that a journal is of by its name; undefined for another file. */
function partNamed(
  name: string,
  { ending, stem }: JournalNames,
): { shard: string | null; total?: string | undefined } | undefined {
  if (!name.startsWith(stem) || !name.endsWith(ending) || name.length < stem.length + ending.length)
    return undefined;
  const between = name.slice(stem.length, name.length - ending.length);
  if (between === '') return { shard: null };
  const [, index, total] = /^\.(\d+)-of-(\d+)$/.exec(between) ?? [];
  return index === undefined ? undefined : { shard: `${index}/${total}`, total };
}

/** Joins the memory of a journal with those of other parts. */
export function withParts(
  journal: Pick<JournalMemory, 'find'>,
  parts: readonly JournalMemory[],
): Pick<JournalMemory, 'find'> {
  if (parts.length === 0) return journal;
  return { find: (shot) => mergedMemory([journal, ...parts].flatMap((one) => one.find(shot) ?? [])) };
}

/** Several journals of one batch as one memory; undefined where there is none. */
export function joinedMemory(journals: readonly JournalMemory[]): JournalMemory | undefined {
  const [first, ...others] = journals;
  if (first === undefined || others.length === 0) return first;
  return {
    path: first.path,
    isNew: journals.every(({ isNew }) => isNew),
    find: withParts(first, others).find,
    pickedDraft: (shot) => journals.map((one) => one.pickedDraft(shot)).find((draft) => draft !== undefined),
    shotCount: journals.reduce((sum, { shotCount }) => sum + shotCount, 0),
    async *shots() {
      for (const one of journals) yield* one.shots();
    },
    close: () => closeAll(journals),
  };
}

async function closeAll(journals: readonly JournalMemory[]): Promise<void> {
  await Promise.all(journals.map((one) => one.close()));
}
