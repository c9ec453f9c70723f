import type { Hash64 } from './id-hash.ts';

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
