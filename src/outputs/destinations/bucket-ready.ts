import { randomUUID } from 'node:crypto';
import { CliError, unlessCliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { countsUp } from '../../files/name-template.ts';
import { together } from '../../files/task-group.ts';
import type { ObjectStore, OpenedStore } from '../bucket/object-store.ts';
import type { OpenUploads, ProvenStores } from '../bucket/store-notes.ts';
import type { UploadName } from '../bucket/upload-calls.ts';
import { type BucketAddress, keyOf, probeName } from '../rules/place-address.ts';

/** The means that a bucket needs as a place for files. */
export interface BucketPorts {
  opened: OpenedStore;
  notes: OpenUploads;
  proven: ProvenStores;
  interruption(): AbortSignal;
  /** Aborts as that does, where something has asked for it: else a signal ends the process. */
  interrupted: AbortSignal;
  /** The name of the files, where it is not another one for each. */
  template: string;
  /** The folder that has a copy of an object while it is looked at. */
  spoolFolder: string;
}

/** An upload that others began is ended once it is older: until then it may be another machine's. Unit: ms. */
const strangersMs = 24 * 60 * 60 * 1000;

/**
 * How far from its note an upload may be that was begun and not named: stores take no request whose clock is a quarter of an hour off,
 * and an answer is waited for for five minutes. Unit: ms.
 */
const unnamedMs = 20 * 60 * 1000;

/** The stores that this run has swept, each with the prefixes of its places. */
const swept = new WeakMap<OpenedStore, Set<string>>();

/**
 * Tries the bucket before anything is paid for: whether it is there, takes the credentials, and keeps to `If-None-Match: *`, without
 * which two machines could put one file in the place of another. The last is tried once a month. Uploads that a kill left open are
 * ended on the way.
 */
export async function assertBucketReady(
  address: BucketAddress,
  { interrupted, notes, opened, proven }: BucketPorts,
  { notYet, template }: { template: string; notYet: string },
): Promise<void> {
  assertNamesKept(template, notYet);
  const store = opened.store(interrupted);
  const probe = keyOf(address, probeName);
  try {
    if (proven.has(opened.id)) await store.look(probe);
    else {
      const proof = await proveConditions(store, `${probe}-${randomUUID()}`);
      if (proof !== 'kept') throw unconditional(address, proof);
      proven.add(opened.id);
    }
  } catch (error) {
    if (error instanceof CliError && error.why !== undefined)
      error.why = `${error.why} ${notYet.charAt(0).toUpperCase()}${notYet.slice(1)}.`;
    throw error;
  }
  await sweep(address, store, { notes, opened });
}

/** Ends uploads that were left open. A store that does not let them be listed or ended is no reason not to use it. */
async function sweep(
  address: BucketAddress,
  store: ObjectStore,
  { notes, opened }: Pick<BucketPorts, 'notes' | 'opened'>,
): Promise<void> {
  const prefixes = swept.get(opened) ?? new Set();
  if (prefixes.has(address.prefix)) return;
  swept.set(opened, prefixes.add(address.prefix));
  for (const { key, notedMs, over, uploadId } of notes.left())
    await unlessCliError(async () => {
      if (uploadId !== undefined) await store.abort({ key, uploadId });
      else await store.endUnnamed(key, { fromMs: notedMs - unnamedMs, toMs: notedMs + unnamedMs });
      over();
    });
  // A bucket as a whole is shared with who knows whom: what others began in it is not ours to end.
  if (address.prefix === '') return;
  await unlessCliError(async () => {
    for await (const { begunMs, key, uploadId } of store.uploads(`${address.prefix}/`))
      if (opened.nowMs() - begunMs > strangersMs) await unlessCliError(() => store.abort({ key, uploadId }));
  });
}

/** Throws UsageError for names that count up to a free one. */
export function assertNamesKept(template: string, notYet: string): void {
  if (!countsUp(template)) return;
  throw new UsageError({
    code: 'invalid_flag',
    message: `a bucket takes no ${JSON.stringify(template)} for --name`,
    why: `With {v}, two machines could choose one name; ${notYet}.`,
    hint: typedWith('--name', '{id}-{n}.{ext}'),
  });
}

function unconditional({ bucket }: BucketAddress, proof: 'ignored' | 'refused'): UsageError {
  const how =
    proof === 'ignored'
      ? 'It overwrote an object although genctl asked it not to'
      : 'It takes no request with that condition';
  return new UsageError({
    code: 'store_unconditional',
    message: `the object store of ${bucket} does not honor If-None-Match`,
    why: `${how}, so two machines could overwrite each other's files.`,
    hint: 'a store that honors it (docs/guide/files.md), or a folder: -D FOLDER',
  });
}

/** How a store takes `If-None-Match: *`: it keeps to it, ignores it, or refuses a request that has it. */
type ConditionProof = 'kept' | 'ignored' | 'refused';

const words = { 'content-type': 'text/plain' } as const;
const body = Buffer.from('put here for a moment, to see whether this store keeps to If-None-Match\n');

/**
 * Tries whether a store never puts an object in the place of another one, at once and in parts. It does so with an object of its own, and
 * removes it. Rejects with CliError for any other trouble.
 */
export async function proveConditions(store: ObjectStore, key: string): Promise<ConditionProof> {
  try {
    const isPut = (await store.put(key, body, words, 'free')) === 'put';
    // Nobody else has this name: where it is taken, the answer to the first attempt was lost.
    if (!isPut && (await store.facts(key)) === undefined) return 'refused';
  } catch (error) {
    // 501 is what a store answers that knows the condition and does not take it.
    if (error instanceof CliError && error.status === 501) return 'refused';
    throw error;
  }
  let upload: UploadName | undefined;
  try {
    if ((await store.put(key, body, words, 'free')) !== 'taken') return 'ignored';
    upload = { key, uploadId: await store.begin(key, words) };
    const tag = await store.part(upload, 1, body);
    return (await store.complete(upload, [tag], 'free')) === 'taken' ? 'kept' : 'ignored';
  } finally {
    await together([store.remove(key), ...(upload === undefined ? [] : [store.abort(upload)])]);
  }
}
