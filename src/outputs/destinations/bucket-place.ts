import { join } from 'node:path';
import { sleepOrThrow } from '../../api/transport/clock.ts';
import { MachineError } from '../../errors/endings.ts';
import { say, thenAgain } from '../../errors/hint.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import type { FileContent } from '../../files/same-file.ts';
import { discard, uniquePathBeside } from '../../files/temp-file.ts';
import { nextAttempt } from '../../service/retries/retry.ts';
import { createObjectSink, NameTakenError } from '../bucket/object-sink.ts';
import type { ObjectStore } from '../bucket/object-store.ts';
import { isUploadLost } from '../bucket/store-errors.ts';
import type { OpenUploads } from '../bucket/store-notes.ts';
import type { ObjectFacts } from '../bucket/stored-object.ts';
import { fetchOutput } from '../downloads/downloads.ts';
import { besideFile, type SidecarOwner } from '../names/sidecar-place.ts';
import { type BucketAddress, keyOf, objectUri } from '../rules/place-address.ts';
import { assertBucketReady, assertNamesKept, type BucketPorts } from './bucket-ready.ts';
import { bucketSidecars, putBucketSidecar, sidecarObject } from './bucket-sidecars.ts';
import type { FetchedFile, FilePlace, OutputSource, PlacedOutput, ReadableFile } from './file-place.ts';
import { placeMemory } from './place-memory.ts';

/** A bucket as a place for files. */
export function bucketPlace(address: BucketAddress, ports: BucketPorts): FilePlace {
  const { notes, template: ownTemplate } = ports;
  const root = `${objectUri(address.bucket, '')}`;
  const keyAt = (path: string): string => path.slice(root.length);
  const below = objectUri(address.bucket, address.prefix === '' ? '' : `${address.prefix}/`);
  /** For the time that files are fetched in: a signal ends the calls. Before that it ends the process. */
  const heeding = (): ObjectStore => ports.opened.store(ports.interruption());
  const calm = ports.opened.store();

  return {
    pathOf: (name) => objectUri(address.bucket, keyOf(address, name)),
    has: (path) => path.startsWith(below),
    assertNames: (template, notYet) => assertNamesKept(template || ownTemplate, notYet),
    assertReady: (template, notYet) =>
      assertBucketReady(address, ports, { template: template || ownTemplate, notYet }),
    async exists(path) {
      return (await heeding().facts(keyAt(path))) !== undefined;
    },
    async stands({ bytes, path }) {
      if (!path.startsWith(below)) return false;
      return (await calm.facts(keyAt(path)))?.bytes === bytes;
    },
    open: async (path) => copiedHere(heeding(), keyAt(path), ports.spoolFolder),
    recognise: (path, owner) => recognisedObject(heeding(), keyAt(path), owner),
    fetch: (output, source) => fetchToFreeName(heeding(), { output, source, notes, keyAt }),
    sidecarPlace: (path, owner) => sidecarObject(heeding(), besideFile(keyAt(path)), owner),
    putSidecar: (path, put) => putBucketSidecar(heeding(), besideFile(keyAt(path)), put),
    memory: (of, throwIfInterrupted) =>
      placeMemory(of, () => bucketSidecars(calm, below.slice(root.length), throwIfInterrupted)),
  };
}

/** A copy of an object in a file that nobody else can read. */
async function copiedHere(
  store: ObjectStore,
  key: string,
  folder: string,
): Promise<ReadableFile | undefined> {
  ensurePrivateFolder(folder);
  const path = uniquePathBeside(join(folder, 'object'));
  const release = (): void => discard(path);
  try {
    if (await store.copy(key, path)) return { path, release };
  } catch (error) {
    release();
    throw error;
  }
  release();
  return undefined;
}

interface Fetching {
  output: PlacedOutput;
  source: OutputSource;
  notes: OpenUploads;
  keyAt(path: string): string;
}

/**
 * Fetches an output to the first name that is free. An upload belongs to its name, so where somebody else takes that meanwhile, the
 * output is fetched once more.
 */
async function fetchToFreeName(store: ObjectStore, fetching: Fetching): Promise<FetchedFile> {
  const { notes, output, source, keyAt } = fetching;
  const { contentType, others, overwrite, owner } = output;
  let tried = 0;
  for (const path of output.paths()) {
    tried += 1;
    const key = keyAt(path);
    if (!overwrite) {
      if (others.includes(path)) continue;
      const facts = await store.facts(key);
      // Another machine may have put it there since the names were looked at.
      const standing = facts && (await recognisedBy(store, key, { facts, owner }));
      if (standing !== undefined) return standing;
      if (!(await isFree(store, key, { facts, output }))) continue;
    }
    const isSame = async (content: FileContent): Promise<boolean> =>
      (await recognisedObject(store, key, owner, content)) !== undefined;
    const openSink = () =>
      createObjectSink(
        store,
        { key, contentType, metadata: metadataOf(owner), condition: overwrite ? 'any' : 'free', isSame },
        notes,
      );
    try {
      return await untilPut(source, () => fetchOutput({ ...source, path, contentType, openSink }));
    } catch (error) {
      if (!(error instanceof NameTakenError)) throw error;
    }
  }
  throw new MachineError({
    code: 'store_names_taken',
    message: `${output.path} can't get a name`,
    why: `${tried} names are taken.`,
    ofOne: true,
    hint: say`give another --name${thenAgain}`,
  });
}

/** Fetches an output anew where the store lost its upload, as often and with the pauses as any download is tried again. */
async function untilPut<Result>(
  { budget, clock, onRetry, random, signal }: OutputSource,
  fetch: () => Promise<Result>,
): Promise<Result> {
  let elapsedMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch();
    } catch (error) {
      if (!isUploadLost(error)) throw error;
      const lost = { route: 'download', outcome: 'unknown', retryAfterMs: undefined } as const;
      const next = nextAttempt({ ...lost, attempt, elapsedMs, random });
      if (!next.retry) throw error;
      const delayMs = Math.max(next.delayMs, budget.reserveMs(clock.monotonicMs()));
      onRetry?.({ what: 'upload', reason: 'the object store lost it', attempt, delayMs });
      await sleepOrThrow(clock, delayMs, signal);
      elapsedMs += delayMs;
    }
  }
}

/**
 * Tells whether a key is free: neither another object has it, nor the sidecar of another one the key beside it. An object that says to be
 * this output, and can't be read for its hash, is compared once the output is here.
 */
async function isFree(
  store: ObjectStore,
  key: string,
  { facts, output }: { facts: ObjectFacts | undefined; output: PlacedOutput },
): Promise<boolean> {
  const { owner, sidecar } = output;
  if (facts !== undefined && !saysToBe(facts, owner)) return false;
  if (!sidecar) return true;
  const { kind } = await sidecarObject(store, besideFile(key), owner);
  return kind === 'free' || kind === 'own';
}

/** The metadata by which an object says what it is; its length joins that where it is known. */
function metadataOf({ jobId, output }: SidecarOwner): Record<string, string> {
  return { 'genctl-job': jobId, 'genctl-output': String(output) };
}

/** The output at a key, if it is the owner's: see `recognisedBy`. */
async function recognisedObject(
  store: ObjectStore,
  key: string,
  owner: SidecarOwner,
  content?: FileContent,
): Promise<FetchedFile | undefined> {
  const facts = await store.facts(key);
  return facts && recognisedBy(store, key, { facts, owner, content });
}

/**
 * The output that an object is, if it is the owner's. An object that says so by its metadata is it where it is as long as the `content` that was
 * just fetched. Without that its sidecar tells; where that has not come yet, as after a kill, the object is read to its end for its
 * hash: nothing gets a name in a store before it is whole.
 */
async function recognisedBy(
  store: ObjectStore,
  key: string,
  { content, facts, owner }: { facts: ObjectFacts; owner: SidecarOwner; content?: FileContent | undefined },
): Promise<FetchedFile | undefined> {
  const path = objectUri(store.bucket, key);
  const isOwn = saysToBe(facts, owner);
  if (isOwn && content?.bytes === facts.bytes) return { path, ...content };
  const beside = await sidecarObject(store, besideFile(key), owner);
  const { bytes, sha256 } = beside.kind === 'own' ? beside.fields : {};
  const isBeside = bytes === facts.bytes && typeof sha256 === 'string';
  if (isBeside && (content?.sha256 ?? sha256) === sha256) return { path, bytes: facts.bytes, sha256 };
  if (content !== undefined || !isOwn) return undefined;
  const hash = await store.hash(key);
  return hash === undefined ? undefined : { path, bytes: facts.bytes, sha256: hash };
}

/** Tells whether an object says that it is this output, and is as long as it was put. */
function saysToBe({ bytes, metadata }: ObjectFacts, { jobId, output }: SidecarOwner): boolean {
  const told = metadata['genctl-bytes'] ?? String(bytes);
  return (
    metadata['genctl-job'] === jobId && metadata['genctl-output'] === String(output) && told === String(bytes)
  );
}
