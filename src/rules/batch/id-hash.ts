import { murmur3 } from './murmur.ts';

/** A hash of 64 bits, as two whole numbers from 0 to 2^32 - 1. */
export interface Hash64 {
  high: number;
  low: number;
}

const encoder = new TextEncoder();
/** Any number that is not 0: two hashes of one text with different seeds are independent. */
const highSeed = 0x9747b28c;

/**
 * The hash of a shot's id. Its lower half says which shard a line is of, so that it must never change: where it has to, a batch
 * that is under way on several machines would be sent twice.
 */
export function idHash(id: string): Hash64 {
  const bytes = encoder.encode(id);
  return { high: murmur3(bytes, highSeed), low: murmur3(bytes) };
}
