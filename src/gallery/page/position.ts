/** How much of a page is looked at. */
export type View = 'grid' | 'one' | 'two';

/** The place of a person among the items of a page. */
export interface Position<Item> {
  view: View;
  /** The two that are looked at; of one only the first is seen. */
  sides: readonly [Item, Item];
  /** Which of two is moved. */
  active: 0 | 1;
}

export const steps = ['left', 'right', 'up', 'down', 'first', 'last'] as const;
export type Step = (typeof steps)[number];

/** The item that a step leads to from another. Where the other is not shown, it leads to the first. */
export function stepped<Item>(shown: readonly Item[], from: Item, step: Step, columns: number): Item {
  const last = shown.length - 1;
  const at = shown.indexOf(from);
  if (at < 0) return shown[0] ?? from;
  const moved = { left: at - 1, right: at + 1, up: at - columns, down: at + columns, first: 0, last }[step];
  // From the row before the last, a step down may end where the last row is shorter.
  const isPast = moved < 0 || (moved > last && Math.floor(at / columns) === Math.floor(last / columns));
  return shown[isPast ? at : Math.min(moved, last)] ?? from;
}

/**
 * The two that are looked at side by side: two that are chosen, where it is just two; else an item and the one after it, or before it at the
 * end.
 */
export function pairOf<Item>(shown: readonly Item[], item: Item, chosen: readonly Item[]): [Item, Item] {
  const [one, other] = chosen;
  if (chosen.length === 2 && one !== undefined && other !== undefined) return [one, other];
  const at = shown.indexOf(item);
  return [item, shown[at + 1] ?? shown[at - 1] ?? item];
}

/** The position after the active side is moved to an item. */
export function movedTo<Item>(position: Position<Item>, item: Item): Position<Item> {
  const [first, second] = position.sides;
  return { ...position, sides: position.active === 0 ? [item, second] : [first, item] };
}

/** The item that keys move and tick. */
export function activeOf<Item>({ active, sides, view }: Position<Item>): Item {
  return view === 'two' ? sides[active] : sides[0];
}

/** The items that are seen alone, each once; none in the grid. */
export function lookedAt<Item>({ sides, view }: Position<Item>): Item[] {
  return view === 'grid' ? [] : [...new Set(view === 'one' ? [sides[0]] : sides)];
}
