import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { contentLength } from '../../api/content-range.ts';
import { UnreachableError } from '../../errors/endings.ts';
import { toldUri } from '../rules/place-address.ts';
import { elementsOf, textAt, type XmlElement } from '../rules/store-xml.ts';
import { keepsKey, type StoreAccess, type StoreCall } from './store-access.ts';
import { callStore, type StoreCaller } from './store-call.ts';
import { listUnreadable } from './store-errors.ts';
import {
  conditionOf,
  type Headers,
  isTaken,
  type ObjectFacts,
  type PutCondition,
  type PutOutcome,
  takenAs,
} from './stored-object.ts';
import { type OpenUpload, uploadCalls } from './upload-calls.ts';

/** Calls about one whole object. */
function objectCalls({ call }: StoreCaller) {
  /** Reads an object to its end; false where there is none, or it does not come whole. */
  async function readWhole(key: string, take: StoreCall['take']): Promise<boolean> {
    try {
      return (await call({ method: 'GET', key, take, takes: [404] })).status !== 404;
    } catch (error) {
      if (error instanceof UnreachableError) return false;
      throw error;
    }
  }
  return {
    async put(
      key: string,
      body: Uint8Array,
      words: Headers,
      condition: PutCondition,
    ): Promise<Exclude<PutOutcome, 'lost'>> {
      const headers = { ...words, ...conditionOf(condition) };
      return isTaken(await call({ method: 'PUT', key, body, headers, ...takenAs })) ? 'taken' : 'put';
    },
    /** Asks for an object that need not be there: whether the bucket is, and whether the credentials are taken. */
    async look(key: string): Promise<void> {
      await call({ method: 'GET', key, takesCodes: ['NoSuchKey'] });
    },
    async facts(key: string): Promise<ObjectFacts | undefined> {
      const { headers, status } = await call({ method: 'HEAD', key, takes: [404] });
      if (status === 404) return undefined;
      return { bytes: contentLength(headers) ?? 0, headers };
    },
    /** The bytes of a small object; more than 16 MiB is too large. */
    async read(key: string): Promise<Buffer | 'absent' | 'too large'> {
      const { body, isCut, status } = await call({ method: 'GET', key, takes: [404] });
      if (status === 404) return 'absent';
      return isCut ? 'too large' : body;
    },
    /** The SHA-256 of an object, in hex; undefined where it can't be read whole. */
    async hash(key: string): Promise<string | undefined> {
      let hash = createHash('sha256');
      const isWhole = await readWhole(key, () => {
        hash = createHash('sha256');
        return (chunk) => hash.update(chunk);
      });
      return isWhole ? hash.digest('hex') : undefined;
    },
    /**
     * Copies an object into a new file that nobody else can read. False where it can't be read whole; rejects with native errors of the
     * file, too.
     */
    async copy(key: string, path: string): Promise<boolean> {
      const file = await open(path, 'ax', 0o600);
      try {
        return await readWhole(key, async () => {
          await file.truncate();
          return (chunk) => file.appendFile(chunk);
        });
      } finally {
        await file.close();
      }
    },
    async remove(key: string): Promise<void> {
      await call({ method: 'DELETE', key, proof: 'emptiness', takes: [404] });
    },
  };
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
  const nameOf = (key: string): string => toldUri(bucket, key);
  const caller: StoreCaller = {
    access,
    call: (ask) => callStore(access, { signal, ...ask, what: ask.what ?? nameOf(ask.key ?? '') }),
    nameOf,
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
      const asked = { query: { ...query, prefix, ...more }, what: `the list of ${what}` };
      const { xml } = await call({ method: 'GET', ...asked, proof: { element: name } });
      for (const one of elementsOf(xml, entry)) {
        const key = textAt(one, 'Key') ?? '';
        // A piece of the page would keep the whole page in memory.
        if (keepsKey(key)) yield { entry: one, key: Buffer.from(key).toString() };
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
