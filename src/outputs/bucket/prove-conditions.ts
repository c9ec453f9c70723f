import { CliError } from '../../errors/cli-error.ts';
import type { ObjectStore } from './object-store.ts';

/** How a store takes `If-None-Match: *`: it keeps to it, ignores it, or refuses a request that has it. */
export type ConditionProof = 'kept' | 'ignored' | 'refused';

const words = { contentType: 'text/plain', metadata: {} } as const;
const body = Buffer.from('put here for a moment, to see whether this store keeps to If-None-Match\n');

/**
 * Tries whether a store never puts an object in the place of another one, at once and in parts, with an object of its own that is
 * removed then. Rejects with CliError for any other trouble.
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
  try {
    return (await isKeptAtOnce(store, key)) && (await isKeptInParts(store, key)) ? 'kept' : 'ignored';
  } finally {
    await store.remove(key);
  }
}

async function isKeptAtOnce(store: ObjectStore, key: string): Promise<boolean> {
  return (await store.put(key, body, words, 'free')) === 'taken';
}

async function isKeptInParts(store: ObjectStore, key: string): Promise<boolean> {
  const upload = { key, uploadId: await store.begin(key, words) };
  try {
    const tag = await store.part(upload, 1, body);
    return (await store.complete(upload, [tag], 'free')) === 'taken';
  } finally {
    await store.abort(upload);
  }
}
