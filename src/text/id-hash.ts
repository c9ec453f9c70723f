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
  const table = createTable(2);
  return {
    add: (hash) => table.put(hash).isNew,
    has: table.has,
    get size() {
      return table.size();
    },
  };
}

/** Hashes of 64 bits, each with the number that it came with first. */
export interface HashNumbers {
  /** Keeps a number, from 0 to 2^32 - 1, for a hash that has none. Otherwise returns the one that it has. */
  keep(hash: Hash64, number: number): number | undefined;
}

/** As `createHashSet`, with 12 bytes a slot. */
export function createHashNumbers(): HashNumbers {
  const table = createTable(3);
  return {
    keep(hash, number) {
      const { at, isNew, slots } = table.put(hash);
      if (!isNew) return slots[at + 2];
      slots[at + 2] = number;
      return undefined;
    },
  };
}

/** A table of hashes. A slot has so many numbers: the two of a hash, which are zeros in a free one, and what is kept with it. */
function createTable(width: 2 | 3) {
  let slots = new Uint32Array(width * slotsLeast);
  let size = 0;
  const grow = (): void => {
    const before = slots;
    slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += width) {
      const [high = 0, low = 0] = [before[at], before[at + 1]];
      if (high !== 0 || low !== 0)
        slots.set(before.subarray(at, at + width), slotOf(slots, width, { high, low }));
    }
  };
  return {
    /** Puts a hash into its place, unless it is there already, and returns the place. */
    put(hash: Hash64): { at: number; isNew: boolean; slots: Uint32Array } {
      if (size >= (slots.length / width) * fullness) grow();
      const at = slotOf(slots, width, hash);
      const isNew = isFree(slots, at);
      if (isNew) {
        slots[at] = hash.high;
        slots[at + 1] = lowOf(hash);
        size += 1;
      }
      return { at, isNew, slots };
    },
    has: (hash: Hash64): boolean => !isFree(slots, slotOf(slots, width, hash)),
    size: () => size,
  };
}

/** The hash that reads as a free slot is kept as another one. */
function lowOf({ high, low }: Hash64): number {
  return high === 0 && low === 0 ? 1 : low;
}

function isFree(slots: Uint32Array, at: number): boolean {
  return slots[at] === 0 && slots[at + 1] === 0;
}

/** The slot of a hash, or the first free slot from its own on. */
function slotOf(slots: Uint32Array, width: number, hash: Hash64): number {
  const low = lowOf(hash);
  const count = slots.length / width;
  let slot = low & (count - 1);
  for (;;) {
    const at = slot * width;
    if ((slots[at] === hash.high && slots[at + 1] === low) || isFree(slots, at)) return at;
    slot = (slot + 1) & (count - 1);
  }
}
