import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Account } from '../../account/account.ts';
import { originOf, profileOfClaim } from '../../account/rules/claim-account.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { seesJob } from '../../submit/sees-job.ts';
import type { BatchInput } from '../batch-input.ts';
import type { Shard } from '../rules/batch-part.ts';
import { type BatchJournal, type JournalPlace, journalPath, openJournal } from './journal.ts';
import { journalAccount } from './journal-header.ts';

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
 */
async function otherParts({ names, ...place }: NamedJournal): Promise<JournalPlace[]> {
  if (names === undefined) return [];
  const folder = dirname(place.path);
  const [, ownTotal] = place.owner.shard?.split('/') ?? [];
  return (await readdir(folder)).sort().flatMap((name) => {
    const part = partNamed(name, names);
    if (part === undefined || name === basename(place.path) || part.total === ownTotal) return [];
    return [{ ...place, path: join(folder, name), owner: { ...place.owner, shard: part.shard } }];
  });
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
  context: OutputMeans,
  { file, journal, sameAccount }: BatchInput,
  of: BatchPart,
): Promise<NamedJournal> {
  const { around } = context;
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
      account: journalAccount({ baseUrl, apiKey: await context.keyOf(of.account) }),
      shard: shard === undefined ? null : `${shard.index}/${shard.total}`,
      ...(embedded ? {} : profileOfClaim(await context.claimantOf(of.account))),
    },
    sameAccount,
    sees: (jobId) => seesNotedJob(context, of.account, jobId),
  };
}

/**
 * Tells whether an account sees a job that a journal names. A job of v1 that was made on another machine is asked for as one of v2, and
 * not seen.
 */
async function seesNotedJob(context: OutputMeans, account: Account, id: string): Promise<boolean> {
  const known = await (await context.ledger()).find(id);
  const api = await context.api(account);
  return seesJob(api, known ?? { id, route: 'jobs' }, { signal: context.interruption() });
}

/** The part's name in the names of files beside a manifest. A shard has its own, and so has a rehearsal in the embedded sandbox. */
export function partName({ account, name, shard }: Pick<BatchPart, 'account' | 'name' | 'shard'>): string {
  const part = shard === undefined ? '' : `.${shard.index}-of-${shard.total}`;
  return `${name}${part}${account.embedded ? '.sandbox' : ''}`;
}

/** Opens the journal of a part, with those of others beside it. Throws as `openJournal` does, and native errors. */
export async function openJournals(
  place: NamedJournal,
  nowMs: (() => number) | undefined,
): Promise<BatchJournal> {
  return openJournal(place, { nowMs, others: await otherParts(place) });
}
