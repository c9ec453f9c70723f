import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Account } from '../../account/account.ts';
import { originOf } from '../../account/rules/claim-account.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { BatchInput } from '../batch-input.ts';
import type { Shard } from '../rules/batch-part.ts';
import { type JournalMemory, type JournalPlace, journalPath, readJournal } from './journal.ts';
import { journalAccount } from './journal-header.ts';
import { mergedMemory } from './shot-memory.ts';

/** How the names of a batch's journals begin and end; between them a shard has its numbers. */
interface JournalNames {
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
async function readOtherParts(place: JournalPlace, names: JournalNames): Promise<JournalMemory[]> {
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
function joinedMemory(journals: readonly JournalMemory[]): JournalMemory | undefined {
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

/** A batch, or a shard of it, that an account renders. */
interface BatchPart {
  account: Account;
  name: string;
  /** The path of its manifest. */
  path: string;
  shard: Shard | undefined;
}

/** The journal of a part of a batch. */
export interface NamedJournal extends JournalPlace {
  /** The names of the journals of all parts; undefined for a journal that was named. */
  names: JournalNames | undefined;
}

/** The place of the journal, and the owner that it has to have. */
export async function journalPlaceOf(
  { around, keyOf }: OutputMeans,
  { file, journal, sameAccount }: BatchInput,
  of: BatchPart,
): Promise<NamedJournal> {
  const { name, shard } = of;
  const manifest = file === '-' ? resolve(around.workingFolder, name) : of.path;
  const { baseUrl, embedded } = of.account;
  return {
    path: resolve(around.workingFolder, journal ?? journalPath(manifest, partName(of))),
    names:
      journal === undefined
        ? { stem: `${basename(manifest)}.${name}`, ending: `${embedded ? '.sandbox' : ''}.genctl.ndjson` }
        : undefined,
    owner: {
      batch: name,
      origin: originOf(baseUrl),
      account: journalAccount({ baseUrl, apiKey: await keyOf(of.account) }),
      shard: shard === undefined ? null : `${shard.index}/${shard.total}`,
    },
    sameAccount,
  };
}

/** The part's name in the names of files beside a manifest. A shard has its own, and so has a rehearsal in the embedded sandbox. */
export function partName({ account, name, shard }: Pick<BatchPart, 'account' | 'name' | 'shard'>): string {
  const part = shard === undefined ? '' : `.${shard.index}-of-${shard.total}`;
  return `${name}${part}${account.embedded ? '.sandbox' : ''}`;
}

/** Reads the journal of a part, and those of others beside it. Throws as `readJournal` does. */
export async function readJournals(
  place: NamedJournal,
): Promise<{ journal: JournalMemory | undefined; otherParts: readonly JournalMemory[] }> {
  const own = await readJournal(place);
  try {
    const otherParts = place.names === undefined ? [] : await readOtherParts(place, place.names);
    return { journal: joinedMemory([...(own === undefined ? [] : [own]), ...otherParts]), otherParts };
  } catch (error) {
    await own?.close();
    throw error;
  }
}
