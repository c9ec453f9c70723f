import { join } from 'node:path';
import { MachineError } from '../../errors/endings.ts';
import { say, thenAgain } from '../../errors/hint.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { discard, uniquePathBeside } from '../../files/temp-file.ts';
import { createObjectSink, NameTakenError, saidBytes } from '../bucket/object-sink.ts';
import type { ObjectStore } from '../bucket/object-store.ts';
import type { Headers, ObjectFacts } from '../bucket/stored-object.ts';
import { type FetchedFile, fetchOutput, type OpenSink } from '../downloads/downloads.ts';
import type { SidecarEntry, SidecarOwner } from '../names/sidecar-place.ts';
import { type BucketAddress, keyOf, objectUri } from '../rules/place-address.ts';
import { assertBucketReady, assertNamesKept, type BucketPorts } from './bucket-ready.ts';
import type { Destination, PlacedOutput, ReadableFile } from './file-place.ts';

const ending = '.json';
const words = { 'content-type': 'application/json' } as const;

/** The names of files end so: what is JSON beside none of them is no sidecar, and may be of any size. */
const hasFileEnding = /\.[a-z0-9]+$/i;

/** A bucket as a place for files. */
export function bucketPlace(address: BucketAddress, ports: BucketPorts): Destination {
  const { notes, template: ownTemplate } = ports;
  const root = `${objectUri(address.bucket, '')}`;
  const keyAt = (path: string): string => path.slice(root.length);
  const below = objectUri(address.bucket, address.prefix === '' ? '' : `${address.prefix}/`);
  /** For the time that files are fetched in: a signal ends the calls. Before that it ends the process. */
  const heeding = (): ObjectStore => ports.opened.store(ports.interruption());
  const calm = ports.opened.store();
  /** For what is read before anything is sent: where something listens by then, a signal ends the calls, else the process. */
  const listening = ports.opened.store(ports.interrupted);

  return {
    pathOf: (name) => objectUri(address.bucket, keyOf(address, name)),
    has: (path) => path.startsWith(below),
    assertNames: (template, notYet) => assertNamesKept(template || ownTemplate, notYet),
    assertReady: (template, notYet) =>
      assertBucketReady(address, ports, { template: template || ownTemplate, notYet }),
    exists: async (path) => (await heeding().facts(keyAt(path))) !== undefined,
    async stands({ bytes, path }) {
      return path.startsWith(below) && (await calm.facts(keyAt(path)))?.bytes === bytes;
    },
    open: (path) => copiedHere(heeding(), keyAt(path), ports.spoolFolder),
    // Nothing gets a name in a store before it is whole.
    holds: async (path, { bytes }) => (await heeding().facts(keyAt(path)))?.bytes === bytes,
    /** Its sidecar has not come yet, as after a kill: the object is read to its end for its hash. */
    async recogniseBare(path, owner) {
      const facts = await heeding().facts(keyAt(path));
      if (facts === undefined || !saysToBe(facts, owner)) return undefined;
      const sha256 = await heeding().hash(keyAt(path));
      return sha256 === undefined ? undefined : { path, bytes: facts.bytes, sha256 };
    },
    fetch: (output, source, mayBe) =>
      toFreeName(heeding(), { output, keyAt, mayBe }, (path, wanted) => {
        const openSink: OpenSink = (coming) => createObjectSink(heeding(), wanted, notes, coming);
        return fetchOutput({ ...source, path, contentType: output.contentType, openSink });
      }),
    look: (path) => entryOf(heeding(), keyAt(path)),
    read: async (path) => (await entryOf(listening, keyAt(path)))?.text,
    /** It is the mark that its output is done, so that whatever keeps it away rejects, as it would for the output. */
    write: async (path, bytes, isFree) =>
      (await heeding().put(keyAt(path), bytes, words, isFree ? 'free' : 'any')) === 'put',
    async list(throwIfInterrupted) {
      const sizes = new Map<string, number>();
      for await (const { bytes, key } of listening.list(keyAt(below))) {
        throwIfInterrupted();
        sizes.set(key, bytes);
      }
      const files = [...sizes.keys()]
        .filter((key) => key.endsWith(ending))
        .map((key) => key.slice(0, -ending.length))
        .filter((file) => sizes.has(file) || hasFileEnding.test(file))
        .sort();
      return new Map(files.map((key) => [objectUri(address.bucket, key), sizes.get(key)]));
    },
  };
}

async function entryOf(store: ObjectStore, key: string): Promise<SidecarEntry> {
  const body = await store.read(key);
  if (body === 'absent') return undefined;
  return { text: Buffer.isBuffer(body) ? body.toString('utf8') : undefined };
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
  let isWhole = false;
  try {
    isWhole = await store.copy(key, path);
    return isWhole ? { path, release } : undefined;
  } finally {
    if (!isWhole) release();
  }
}

interface Naming {
  output: PlacedOutput;
  keyAt(path: string): string;
  mayBe(path: string): Promise<boolean>;
}

/**
 * Fetches an output to the first name that is free. An upload belongs to its name, so where somebody else takes that meanwhile, the
 * output is fetched once more. An object that says to be this output is compared once the output is here.
 */
async function toFreeName(
  store: ObjectStore,
  { keyAt, mayBe, output }: Naming,
  fetch: (path: string, wanted: Parameters<typeof createObjectSink>[1]) => Promise<FetchedFile>,
): Promise<FetchedFile> {
  const { contentType, overwrite, owner } = output;
  const says = sayingsOf(owner);
  let tried = 0;
  for (const path of output.paths()) {
    tried += 1;
    const key = keyAt(path);
    if (!overwrite) {
      const facts = await store.facts(key);
      if ((facts !== undefined && !saysToBe(facts, owner)) || !(await mayBe(path))) continue;
    }
    const isSame = async (bytes: number): Promise<boolean> => {
      const facts = await store.facts(key);
      return facts?.bytes === bytes && saysToBe(facts, owner);
    };
    try {
      return await fetch(path, { key, contentType, says, condition: overwrite ? 'any' : 'free', isSame });
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

/** The headers by which an object says which output it is. Only what ASCII has travels in a header. */
function sayingsOf({ jobId, output }: SidecarOwner): Headers {
  return {
    'x-amz-meta-genctl-job': encodeURIComponent(jobId),
    'x-amz-meta-genctl-output': String(output),
  };
}

/** Tells whether an object says that it is this output, and is as long as it was put. */
function saysToBe({ bytes, headers }: ObjectFacts, owner: SidecarOwner): boolean {
  const isOwn = Object.entries(sayingsOf(owner)).every(([name, word]) => headers[name] === word);
  return isOwn && (headers[saidBytes] ?? String(bytes)) === String(bytes);
}
