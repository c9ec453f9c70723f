import { createReadStream } from 'node:fs';
import { nodeCrypto } from '../files/lazy-node.ts';

/** SHA-256 of a file's bytes, in hex, read piece by piece. Throws native errors, and the signal's reason. */
export async function fileDigest(path: string, signal?: AbortSignal): Promise<string> {
  const hash = nodeCrypto().createHash('sha256');
  for await (const piece of createReadStream(path)) {
    signal?.throwIfAborted();
    hash.update(piece as Buffer);
  }
  return hash.digest('hex');
}
