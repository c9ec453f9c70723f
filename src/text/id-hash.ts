import { murmur3 } from './murmur.ts';

/** A hash of 64 bits, as two whole numbers from 0 to 2^32 - 1. */
export interface Hash64 {
  high: number;
  low: number;
}

const encoder = new TextEncoder();
/** Takes an id of any length that is allowed; a longer text has an array of its own. */
const room = new Uint8Array(1024);
/** Any number that is not 0: two hashes of one text with different seeds are independent. */
const highSeed = 0x9747b28c;

/**
 * The hash of a shot's id. Its lower half says which shard a line is of, so that it must never change: where it has to, a batch
 * that is under way on several machines would be sent twice.
 */
export function idHash(id: string): Hash64 {
  // A character has at most three bytes for each of its units.
  const bytes =
    id.length * 3 > room.length ? encoder.encode(id) : room.subarray(0, encoder.encodeInto(id, room).written);
  return { high: murmur3(bytes, highSeed), low: murmur3(bytes) };
}
