import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { contentLength } from '../../api/content-range.ts';
import { ExchangeError } from '../../api/transport/exchange.ts';
import { openStoreBody } from './store-call.ts';
import type { StoreCaller } from './store-caller.ts';
import {
  conditionOf,
  headersOf,
  isTaken,
  metadataOf,
  type ObjectFacts,
  type ObjectWords,
  type PutCondition,
  type PutOutcome,
  takenAs,
} from './stored-object.ts';

/** Calls about one whole object. */
export function objectCalls(caller: StoreCaller) {
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
