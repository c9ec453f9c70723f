import { basename, resolve } from 'node:path';
import type { Account } from '../../account/account.ts';
import { originOf } from '../../account/rules/claim-account.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { BatchInput } from '../batch-input.ts';
import { type JournalMemory, type JournalPlace, journalPath, readJournal } from '../journal/journal.ts';
import { journalAccount } from '../journal/journal-header.ts';
import { type JournalNames, joinedMemory, readOtherParts } from '../journal/other-parts.ts';
import type { Shard } from '../rules/shard.ts';

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
