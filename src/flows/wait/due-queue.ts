/** A heap of items in the order in which they are due. With it one timer serves ten thousand jobs. */
export interface DueQueue<Item> {
  readonly size: number;
  push(item: Item, dueMs: number): void;
  /** When the earliest item is due; undefined where there is none. */
  nextDueMs(): number | undefined;
  /** Removes and returns the earliest item, if it is due by that time. */
  takeDue(byMs: number): Item | undefined;
}

export function createDueQueue<Item>(): DueQueue<Item> {
  const heap: { item: Item; dueMs: number }[] = [];
  return {
    get size() {
      return heap.length;
    },
    push(item, dueMs) {
      heap.push({ item, dueMs });
      siftUp(heap);
    },
    nextDueMs: () => heap[0]?.dueMs,
    takeDue(byMs) {
      const first = heap[0];
      if (first === undefined || first.dueMs > byMs) return undefined;
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) {
        heap[0] = last;
        siftDown(heap);
      }
      return first.item;
    },
  };
}

interface Entry {
  dueMs: number;
}

function siftUp(heap: Entry[]): void {
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (dueAt(heap, parent) <= dueAt(heap, child)) return;
    swap(heap, parent, child);
    child = parent;
  }
}

function siftDown(heap: Entry[]): void {
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    const child = dueAt(heap, left + 1) < dueAt(heap, left) ? left + 1 : left;
    if (dueAt(heap, parent) <= dueAt(heap, child)) return;
    swap(heap, parent, child);
    parent = child;
  }
}

/** When an entry is due. Past the end of the heap it is never, so that the sifting needs no checks of its bounds. */
function dueAt(heap: readonly Entry[], index: number): number {
  return heap[index]?.dueMs ?? Number.POSITIVE_INFINITY;
}

function swap(heap: Entry[], one: number, other: number): void {
  const first = heap[one];
  const second = heap[other];
  if (first === undefined || second === undefined) return;
  heap[one] = second;
  heap[other] = first;
}
