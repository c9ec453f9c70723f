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
