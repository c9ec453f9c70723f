/** A hash of 64 bits, as two whole numbers from 0 to 2^32 - 1. */
interface Hash64 {
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

/** A set of hashes of 64 bits. */
export interface HashSet {
  /** Adds a hash, and tells whether it is new. */
  add(hash: Hash64): boolean;
  has(hash: Hash64): boolean;
  readonly size: number;
}

/** Slots at the beginning; a power of two. */
const slotsLeast = 1 << 10;
/** A set that is fuller takes longer to search. */
const fullness = 0.7;

/**
 * A set that takes 8 bytes a slot and doubles where it is full to 70 %: a million hashes take 17 MB, and 25 MB while it doubles.
 * A `Set` of a million ids takes over 100 MB.
 */
export function createHashSet(): HashSet {
  // Two numbers a slot; a slot of two zeros is free.
  let slots = new Uint32Array(2 * slotsLeast);
  let size = 0;
  const grow = (): void => {
    const before = slots;
    slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      const high = before[at] ?? 0;
      const low = before[at + 1] ?? 0;
      if (high !== 0 || low !== 0) put(slots, high, low);
    }
  };
  return {
    add({ high, low }) {
      if (size >= (slots.length / 2) * fullness) grow();
      const isNew = put(slots, high, lowOf({ high, low }));
      if (isNew) size += 1;
      return isNew;
    },
    has({ high, low }) {
      const at = slotOf(slots, high, lowOf({ high, low }));
      return slots[at] !== 0 || slots[at + 1] !== 0;
    },
    get size() {
      return size;
    },
  };
}

/** The hash that reads as a free slot is kept as another one. */
function lowOf({ high, low }: Hash64): number {
  return high === 0 && low === 0 ? 1 : low;
}

/** Puts a hash into its place. False where it is there already. */
function put(slots: Uint32Array, high: number, low: number): boolean {
  const at = slotOf(slots, high, low);
  if (slots[at] === high && slots[at + 1] === low) return false;
  slots[at] = high;
  slots[at + 1] = low;
  return true;
}

/** The slot of a hash, or the first free slot from its own on. */
function slotOf(slots: Uint32Array, high: number, low: number): number {
  const mask = slots.length - 2;
  let at = (low << 1) & mask;
  while ((slots[at] !== high || slots[at + 1] !== low) && (slots[at] !== 0 || slots[at + 1] !== 0))
    at = (at + 2) & mask;
  return at;
}
