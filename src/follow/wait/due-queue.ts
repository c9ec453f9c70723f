export type DueQueue<Item> = ReturnType<typeof createDueQueue<Item>>;

/** A heap of items in the order in which they are due. With it one timer serves ten thousand jobs. */
export function createDueQueue<Item>() {
  const heap: Heap<Item> = { items: [], times: [] };
  const { items, times } = heap;
  return {
    get size(): number {
      return items.length;
    },
    push(item: Item, dueMs: number): void {
      items.push(item);
      times.push(dueMs);
      siftUp(heap, items.length - 1);
    },
    /** When the earliest item is due; undefined where there is none. */
    nextDueMs: (): number | undefined => times[0],
    /** Removes and returns the earliest item, if it is due by that time. */
    takeDue(byMs: number): Item | undefined {
      if (items.length === 0 || dueAt(heap, 0) > byMs) return undefined;
      const first = items[0];
      swap(heap, 0, items.length - 1);
      items.pop();
      times.pop();
      siftDown(heap);
      return first;
    },
    /** Makes an item due at an earlier time. Does nothing where it is due by then, or not in the heap. It looks at every item. */
    bringForward(item: Item, dueMs: number): void {
      const index = items.indexOf(item);
      if (index < 0 || dueAt(heap, index) <= dueMs) return;
      times[index] = dueMs;
      siftUp(heap, index);
    },
  };
}

/**
 * Items and when each is due, in two lists of the same order. An object for each would live from one look at a job to the next. Such garbage
 * is dear to collect.
 */
interface Heap<Item> {
  items: Item[];
  times: number[];
}

function siftUp<Item>(heap: Heap<Item>, index: number): void {
  let child = index;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (dueAt(heap, parent) <= dueAt(heap, child)) return;
    swap(heap, parent, child);
    child = parent;
  }
}

function siftDown<Item>(heap: Heap<Item>): void {
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    const child = dueAt(heap, left + 1) < dueAt(heap, left) ? left + 1 : left;
    if (dueAt(heap, parent) <= dueAt(heap, child)) return;
    swap(heap, parent, child);
    parent = child;
  }
}

/** When an item is due. Past the end of the heap it is never, so that the sifting needs no checks of its bounds. */
function dueAt({ times }: Heap<unknown>, index: number): number {
  return times[index] ?? Number.POSITIVE_INFINITY;
}

/** Swaps two entries of the heap. */
function swap<Item>({ items, times }: Heap<Item>, one: number, other: number): void {
  const [item, dueMs] = [items[one], times[one]];
  items[one] = items[other] as Item;
  times[one] = times[other] as number;
  items[other] = item as Item;
  times[other] = dueMs as number;
}
