import { createHash } from 'node:crypto';
import { elementsOf, escapedXml, textAt } from '../../rules/stores/store-xml.ts';
import { contentLength } from '../downloads/content-range.ts';
import { ExchangeError } from '../transport/exchange.ts';
import type { StoreAccess } from './store-access.ts';
import { callStore, openStoreBody } from './store-call.ts';

/** What an object says of itself. */
export interface ObjectFacts {
  bytes: number;
  /** What was put with it, by the names without their head. */
  metadata: Readonly<Record<string, string>>;
}

/** What is put with an object. */
export interface ObjectWords {
  contentType: string | undefined;
  metadata: Readonly<Record<string, string>>;
}

/** An upload of parts that is neither complete nor ended. */
export interface OpenUpload {
  key: string;
  uploadId: string;
  /** Unit: ms since 1970; NaN where the store does not tell. */
  begunMs: number;
}

/** `free`: only where there is no object of that name. `any`: in the place of one. */
export type PutCondition = 'free' | 'any';

/** What became of a put: `taken` where another object has the name; `lost` where the store does not know the upload. */
export type PutOutcome = 'put' | 'taken' | 'lost';

/** One bucket of an object store. Every method rejects with CliError, or with the signal's reason. */
export interface ObjectStore {
  readonly bucket: string;
  put(key: string, body: Uint8Array, words: ObjectWords, condition: PutCondition): Promise<PutOutcome>;
  /** Asks for an object that need not be there: whether the bucket is, and whether the credentials are taken. */
  look(key: string): Promise<void>;
  facts(key: string): Promise<ObjectFacts | undefined>;
  /** The bytes of a small object; undefined where there is none, or a larger one. */
  read(key: string, bytesMost: number): Promise<Buffer | undefined>;
  /** The SHA-256 of an object, in hex, read to its end; undefined where it can't be read whole. */
  hash(key: string): Promise<string | undefined>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<{ key: string; bytes: number }>;
  begin(key: string, words: ObjectWords): Promise<string>;
  /** Puts a part, counted from 1, and resolves with its tag. */
  part(upload: Pick<OpenUpload, 'key' | 'uploadId'>, number: number, body: Uint8Array): Promise<string>;
  complete(
    upload: Pick<OpenUpload, 'key' | 'uploadId'>,
    tags: readonly string[],
    condition: PutCondition,
  ): Promise<PutOutcome>;
  /** Ends an upload, of which nothing is left then. One that is not there is ended. `onceMs`: gives up after this time. */
  abort(upload: Pick<OpenUpload, 'key' | 'uploadId'>, onceMs?: number): Promise<void>;
  uploads(prefix: string): AsyncIterable<OpenUpload>;
}

const metadataHead = 'x-amz-meta-';
/** A store that never says that a list is at its end is not asked for ever. */
const pagesMost = 10_000;

export function createObjectStore(access: StoreAccess, signal?: AbortSignal): ObjectStore {
  const { bucket } = access.address;
  const nameOf = (key: string): string => (key === '' ? `s3://${bucket}` : `s3://${bucket}/${key}`);
  const call = (ask: Parameters<typeof callStore>[1]) => callStore(access, { signal, ...ask });

  async function* pages(
    what: string,
    query: Record<string, string>,
    next: (page: Page) => Record<string, string>,
  ) {
    let more = {};
    for (let count = 0; count < pagesMost; count += 1) {
      const { xml } = await call({ method: 'GET', query: { ...query, ...more }, what });
      if (xml === undefined) return;
      yield xml;
      if (textAt(xml, 'IsTruncated') !== 'true') return;
      more = next(xml);
    }
  }
  return {
    bucket,
    async put(key, body, words, condition) {
      const { code, status } = await call({
        method: 'PUT',
        key,
        body,
        headers: { ...headersOf(words), ...conditionOf(condition) },
        what: nameOf(key),
        ...takenAs,
      });
      return isTaken(status, code) ? 'taken' : 'put';
    },
    async look(key) {
      await call({ method: 'GET', key, what: nameOf(key), takesCodes: ['NoSuchKey'] });
    },
    async facts(key) {
      const { headers, status } = await call({ method: 'HEAD', key, what: nameOf(key), takes: [404] });
      if (status === 404) return undefined;
      return { bytes: contentLength(headers) ?? 0, metadata: metadataOf(headers) };
    },
    async read(key, bytesMost) {
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      const isWhole = await eachChunk(access, { key, what: nameOf(key), signal }, (chunk) => {
        bytes += chunk.byteLength;
        if (bytes <= bytesMost) chunks.push(chunk);
      });
      return isWhole && bytes <= bytesMost ? Buffer.concat(chunks) : undefined;
    },
    async hash(key) {
      const hash = createHash('sha256');
      const isWhole = await eachChunk(access, { key, what: nameOf(key), signal }, (chunk) =>
        hash.update(chunk),
      );
      return isWhole ? hash.digest('hex') : undefined;
    },
    async remove(key) {
      await call({ method: 'DELETE', key, what: nameOf(key), takes: [404] });
    },
    async *list(prefix) {
      const query = { 'list-type': '2', prefix };
      const next = (page: Page) => ({ 'continuation-token': textAt(page, 'NextContinuationToken') ?? '' });
      for await (const page of pages(`the list of ${nameOf(prefix)}`, query, next)) {
        for (const entry of elementsOf(page, 'Contents'))
          yield { key: textAt(entry, 'Key') ?? '', bytes: Number(textAt(entry, 'Size')) };
      }
    },
    async begin(key, words) {
      const what = `the upload of ${nameOf(key)}`;
      const query = { uploads: '' };
      const { xml } = await call({ method: 'POST', key, query, headers: headersOf(words), what });
      return textAt(xml, 'UploadId') ?? '';
    },
    async part({ key, uploadId }, number, body) {
      const query = { partNumber: String(number), uploadId };
      const { headers } = await call({
        method: 'PUT',
        key,
        query,
        body,
        what: `part ${number} of ${nameOf(key)}`,
      });
      return headers.etag ?? '';
    },
    async complete({ key, uploadId }, tags, condition) {
      const { code, status } = await call({
        method: 'POST',
        key,
        query: { uploadId },
        body: Buffer.from(completionOf(tags)),
        headers: { 'content-type': 'application/xml', ...conditionOf(condition) },
        what: `the end of the upload of ${nameOf(key)}`,
        takes: [...takenAs.takes, 404],
        takesCodes: [...takenAs.takesCodes, 'NoSuchUpload'],
      });
      if (isTaken(status, code)) return 'taken';
      return status === 404 || code === 'NoSuchUpload' ? 'lost' : 'put';
    },
    async abort({ key, uploadId }, onceMs) {
      const what = `the upload of ${nameOf(key)}`;
      // It is made for tidiness also after a signal, which must not stop it.
      await callStore(access, { method: 'DELETE', key, query: { uploadId }, what, takes: [404], onceMs });
    },
    async *uploads(prefix) {
      const next = (page: Page) => ({
        'key-marker': textAt(page, 'NextKeyMarker') ?? '',
        'upload-id-marker': textAt(page, 'NextUploadIdMarker') ?? '',
      });
      for await (const page of pages(`the uploads to ${nameOf(prefix)}`, { uploads: '', prefix }, next)) {
        for (const entry of elementsOf(page, 'Upload'))
          yield {
            key: textAt(entry, 'Key') ?? '',
            uploadId: textAt(entry, 'UploadId') ?? '',
            begunMs: Date.parse(textAt(entry, 'Initiated') ?? ''),
          };
      }
    },
  };
}

type Page = Parameters<typeof textAt>[0];

/** The answers that mean that the name is taken. 409: somebody else takes it at this moment. */
const takenAs = { takes: [412], takesCodes: ['PreconditionFailed', 'ConditionalRequestConflict'] };

function isTaken(status: number, code: string | undefined): boolean {
  return takenAs.takes.includes(status) || takenAs.takesCodes.includes(code ?? '');
}

function conditionOf(condition: PutCondition): Record<string, string> {
  return condition === 'free' ? { 'if-none-match': '*' } : {};
}

function headersOf({ contentType, metadata }: ObjectWords): Record<string, string> {
  // Only what ASCII has travels in a header.
  const words = Object.entries(metadata).map(([name, value]) => [
    `${metadataHead}${name}`,
    encodeURIComponent(value),
  ]);
  return {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...Object.fromEntries(words),
  };
}

function metadataOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(metadataHead) ? [[name.slice(metadataHead.length), decoded(value)]] : [],
    ),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Somebody else put it there.
    return value;
  }
}

function completionOf(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapedXml(tag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
}

/** Reads the body of an object chunk by chunk. False where there is none, or it did not come whole. */
async function eachChunk(
  access: StoreAccess,
  { key, signal, what }: { key: string; signal: AbortSignal | undefined; what: string },
  take: (chunk: Uint8Array) => void,
): Promise<boolean> {
  try {
    const response = await openStoreBody(access, { method: 'GET', key, what, signal });
    if (response === undefined) return false;
    let bytes = 0;
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      take(chunk);
    }
    return bytes === (contentLength(response.headers) ?? bytes);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ExchangeError) return false;
    throw error;
  }
}
