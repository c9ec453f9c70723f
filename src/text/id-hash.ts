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

/**
 * MurmurHash3, x86, 32 bits, of bytes. It is public, quick, and the same on every machine. It is no protection from someone who
 * looks for two texts with one hash. Returns a whole number from 0 to 2^32 - 1.
 */
export function murmur3(bytes: Uint8Array, seed = 0): number {
  let hash = seed;
  const blocksEnd = bytes.length & ~3;
  for (let at = 0; at < blocksEnd; at += 4) hash = mixed(hash, blockAt(bytes, at));
  let tail = 0;
  for (let at = bytes.length - 1; at >= blocksEnd; at--) tail = (tail << 8) | (bytes[at] ?? 0);
  if (bytes.length > blocksEnd) hash ^= scrambled(tail);
  return finished(hash ^ bytes.length);
}

function blockAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

function scrambled(block: number): number {
  const product = Math.imul(block, 0xcc9e2d51);
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}

function mixed(hash: number, block: number): number {
  const sum = hash ^ scrambled(block);
  return (Math.imul((sum << 13) | (sum >>> 19), 5) + 0xe6546b64) | 0;
}

function finished(hash: number): number {
  let left = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  left = Math.imul(left ^ (left >>> 13), 0xc2b2ae35);
  return (left ^ (left >>> 16)) >>> 0;
}
