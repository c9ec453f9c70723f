import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { contentLength } from '../../api/content-range.ts';
import { ExchangeError } from '../../api/transport/exchange.ts';
import { toldUri } from '../rules/place-address.ts';
import { elementsOf, textAt, type XmlElement } from '../rules/store-xml.ts';
import { keepsKey, type StoreAccess } from './store-access.ts';
import { callStore, openStoreBody, type StoreCaller } from './store-call.ts';
import { listUnreadable } from './store-errors.ts';
import {
  conditionOf,
  headersOf,
  isTaken,
  metadataOf,
  type ObjectFacts,
  type ObjectWords,
  type OpenUpload,
  type PutCondition,
  type PutOutcome,
  takenAs,
} from './stored-object.ts';
import { uploadCalls } from './upload-calls.ts';

/** Calls about one whole object. */
function objectCalls(caller: StoreCaller) {
  const { call, nameOf } = caller;
  const about = (key: string) => aboutObject(key, caller);
  return {
    async put(
      key: string,
      body: Uint8Array,
      words: ObjectWords,
      condition: PutCondition,
    ): Promise<PutOutcome> {
      const headers = { ...headersOf(words), ...conditionOf(condition) };
      const { code, status } = await call({ method: 'PUT', ...about(key), body, headers, ...takenAs });
      return isTaken(status, code) ? 'taken' : 'put';
    },
    /** Asks for an object that need not be there: whether the bucket is, and whether the credentials are taken. */
    async look(key: string): Promise<void> {
      await call({ method: 'GET', ...about(key), takesCodes: ['NoSuchKey'] });
    },
    async facts(key: string): Promise<ObjectFacts | undefined> {
      const { headers, status } = await call({ method: 'HEAD', ...about(key), takes: [404] });
      if (status === 404) return undefined;
      return { bytes: contentLength(headers) ?? 0, metadata: metadataOf(headers) };
    },
    /** The bytes of a small object; more than 16 MiB is too large. */
    async read(key: string): Promise<Buffer | 'absent' | 'too large'> {
      const { body, isCut, status } = await call({ method: 'GET', ...about(key), takes: [404] });
      if (status === 404) return 'absent';
      return isCut ? 'too large' : body;
    },
    /** The SHA-256 of an object, in hex, read to its end; undefined where it can't be read whole. */
    async hash(key: string): Promise<string | undefined> {
      for (let attempt = 1; attempt <= readsMost; attempt += 1) {
        const hash = createHash('sha256');
        if (await eachChunk(caller, key, (chunk) => hash.update(chunk))) return hash.digest('hex');
      }
      return undefined;
    },
    /**
     * Copies an object into a new file that nobody else can read. False where it can't be read whole; rejects with native errors of the
     * file, too.
     */
    async copy(key: string, path: string): Promise<boolean> {
      const file = await open(path, 'ax', 0o600);
      try {
        for (let attempt = 1; attempt <= readsMost; attempt += 1) {
          await file.truncate();
          if (await eachChunk(caller, key, (chunk) => file.appendFile(chunk))) return true;
        }
        return false;
      } finally {
        await file.close();
      }
    },
    async remove(key: string): Promise<void> {
      await call({ method: 'DELETE', key, what: nameOf(key), proof: 'emptiness', takes: [404] });
    },
  };
}

/** The fields that name the object of a call about a whole object, and the proof that its success must have. */
function aboutObject(key: string, { nameOf }: StoreCaller) {
  return { key, what: nameOf(key), proof: 'tag' } as const;
}

/** An object is read to its end so often, because a connection may break midway. */
const readsMost = 3;

/** Reads the body of an object chunk by chunk. False where there is none, or it did not come whole. */
async function eachChunk(
  caller: StoreCaller,
  key: string,
  take: (chunk: Uint8Array) => unknown,
): Promise<boolean> {
  const { access, signal } = caller;
  try {
    const response = await openStoreBody(access, { method: 'GET', ...aboutObject(key, caller), signal });
    if (response === undefined) return false;
    let bytes = 0;
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      await take(chunk);
    }
    return bytes === (contentLength(response.headers) ?? bytes);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ExchangeError) return false;
    throw error;
  }
}

/** One bucket of an object store. Every method rejects with CliError, or with the signal's reason. */
export type ObjectStore = ReturnType<typeof createObjectStore>;

/** A bucket that is open. */
export interface OpenedStore {
  /** Its calls end with the signal. Without one, a signal ends the process as it would without them. */
  store(signal?: AbortSignal): ObjectStore;
  /** The store's time, once an answer told it. Unit: ms since 1970. */
  nowMs(): number;
  /** A mark that sets the bucket apart from any other bucket of any other store, in the notes of this machine. */
  id: string;
}

/** @param signal ends the calls. */
export function createObjectStore(access: StoreAccess, signal?: AbortSignal) {
  const { bucket } = access.address;
  const caller: StoreCaller = {
    access,
    signal,
    call: (ask) => callStore(access, { signal, ...ask }),
    nameOf: (key) => toldUri(bucket, key),
  };
  const lists = listCalls(caller);
  return { bucket, ...objectCalls(caller), ...uploadCalls(caller, lists.uploads), ...lists };
}

/** A store that never says that a list is at its end is not asked for ever. */
const pagesMost = 10_000;

/** Calls that list what is in a bucket, page by page. Keys that no address keeps are left out. */
function listCalls({ access, call, nameOf }: StoreCaller) {
  /** The entries of a list. `marks` has the elements of a page that say where the next one begins, by the words that ask for it. */
  async function* entries(
    prefix: string,
    { entry, marks, name, query }: Listing,
  ): AsyncGenerator<{ entry: XmlElement; key: string }> {
    const what = nameOf(prefix);
    let more: Record<string, string> = {};
    for (let count = 0; count < pagesMost; count += 1) {
      const asked = {
        method: 'GET',
        query: { ...query, prefix, ...more },
        what: `the list of ${what}`,
      } as const;
      const { xml } = await call({ ...asked, proof: { element: name } });
      if (xml === undefined) throw listUnreadable(access, what, `It has no ${name}.`);
      for (const one of elementsOf(xml, entry)) {
        const key = keyOf(one);
        if (key !== undefined) yield { entry: one, key };
      }
      if (textAt(xml, 'IsTruncated') !== 'true') return;
      const from = Object.fromEntries(
        Object.entries(marks).map(([word, mark]) => [word, textAt(xml, mark) ?? '']),
      );
      const isOnward = Object.entries(from).some(([word, value]) => value !== '' && value !== more[word]);
      if (!isOnward) throw listUnreadable(access, what, 'It says that more follows, but not where.');
      more = from;
    }
    throw listUnreadable(access, what, `It has more than ${pagesMost} pages.`);
  }
  return {
    async *list(prefix: string): AsyncGenerator<{ key: string; bytes: number }> {
      for await (const { entry, key } of entries(prefix, objects))
        yield { key, bytes: Number(textAt(entry, 'Size')) };
    },
    async *uploads(prefix: string): AsyncGenerator<OpenUpload> {
      for await (const { entry, key } of entries(prefix, openUploads)) {
        const begunMs = Date.parse(textAt(entry, 'Initiated') ?? '');
        yield { key, uploadId: textAt(entry, 'UploadId') ?? '', begunMs };
      }
    },
  };
}

/** A list of a store: its element, that of an entry, and how it is asked for. */
interface Listing {
  name: string;
  entry: string;
  query: Readonly<Record<string, string>>;
  marks: Readonly<Record<string, string>>;
}

const objects: Listing = {
  ...{ name: 'ListBucketResult', entry: 'Contents', query: { 'list-type': '2' } },
  marks: { 'continuation-token': 'NextContinuationToken' },
};

const openUploads: Listing = {
  ...{ name: 'ListMultipartUploadsResult', entry: 'Upload', query: { uploads: '' } },
  marks: { 'key-marker': 'NextKeyMarker', 'upload-id-marker': 'NextUploadIdMarker' },
};

/** The key of an entry, as a text of its own: a piece of the page would keep the whole page in memory. Undefined for one that is left out. */
function keyOf(entry: XmlElement): string | undefined {
  const key = textAt(entry, 'Key') ?? '';
  return keepsKey(key) ? Buffer.from(key).toString() : undefined;
}
