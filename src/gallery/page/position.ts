/** What of a page is looked at. */
export type View = 'grid' | 'one' | 'two';

/** Where a person is among the items that are shown; indexes are those of all items. */
export interface Position {
  view: View;
  /** The two that are looked at; of one only the first is seen. */
  sides: readonly [number, number];
  /** Which of two is moved. */
  active: 0 | 1;
}

export type Step = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/** The item that a step leads to from another. Where the other is not shown, it leads to the first. */
export function stepped(shown: readonly number[], from: number, step: Step, columns: number): number {
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
export function pairOf(shown: readonly number[], index: number, chosen: readonly number[]): [number, number] {
  const [one, other] = chosen;
  if (chosen.length === 2 && one !== undefined && other !== undefined) return [one, other];
  const at = shown.indexOf(index);
  return [index, shown[at + 1] ?? shown[at - 1] ?? index];
}

/** Where the active side is moved to an item. */
export function movedTo(position: Position, index: number): Position {
  const [first, second] = position.sides;
  return { ...position, sides: position.active === 0 ? [index, second] : [first, index] };
}

/** The item that keys move and tick. */
export function activeOf({ active, sides, view }: Position): number {
  return view === 'two' ? sides[active] : sides[0];
}
