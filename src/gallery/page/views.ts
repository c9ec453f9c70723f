import { part } from './element.ts';
import type { PageItem } from './gallery-page.ts';
import { createGrid, type Grid } from './grid.ts';
import { activeOf, movedTo, type Position, type View } from './position.ts';
import { createStage } from './stage.ts';
import type { Ticks } from './ticks.ts';
import type { Transport } from './transport.ts';

/** The grid, and the close look at one or two; one of them is seen at a time. */
export interface Views {
  readonly position: Position;
  /** The indexes of the items that are shown. */
  readonly shown: readonly number[];
  /** The items at these indexes. */
  at(indexes: readonly number[]): PageItem[];
  go(next: Position): void;
  /** Gives an item of the grid the place of the keyboard. */
  placeAt(index: number, how: { focus: boolean }): void;
  /** Shows only these items, in the grid; the place of the keyboard goes to the first where its item is not among them. */
  showOnly(indexes: readonly number[]): void;
  showTicks(): void;
  grid: Pick<Grid, 'columns' | 'play'>;
  transport: Transport;
}

export function createViews(items: readonly PageItem[], ticks: Ticks): Views {
  let shown: readonly number[] = [];
  let position: Position = { view: 'grid', sides: [0, 0], active: 0 };
  const jobs = new Map(items.map(({ job_id }, index) => [job_id, index]));
  const at = (indexes: readonly number[]): PageItem[] => indexes.flatMap((index) => items[index] ?? []);
  const grid = createGrid({
    items,
    onOpen: (index) => go({ view: 'one', sides: [index, index], active: 0 }),
    onTick: (index) => at([index]).forEach(ticks.toggle),
    onPlace: (index) => placeAt(index, { focus: false }),
  });
  const stage = createStage({
    has: (id) => jobs.has(id),
    jumpTo: (id) => go(movedTo(position, jobs.get(id) ?? activeOf(position))),
    onTick: ticks.toggle,
    onActive(place) {
      if (position.view !== 'two') return;
      position = { ...position, active: place === 1 ? 1 : 0 };
      stage.mark(place);
    },
  });

  function placeAt(index: number, how: { focus: boolean }): void {
    position = { ...position, sides: [index, position.sides[1]] };
    grid.place(index, how);
  }
  function go(next: Position, focus = true): void {
    position = next;
    const { active, sides, view } = next;
    markView(view, shown.length);
    if (view === 'grid') {
      stage.close();
      placeAt(sides[0], { focus });
    } else {
      stage.show(at(view === 'one' ? [sides[0]] : sides), view === 'one' ? 0 : active);
      stage.showTicks(ticks.has);
    }
  }
  return {
    get position() {
      return position;
    },
    get shown() {
      return shown;
    },
    at,
    go,
    placeAt,
    grid,
    transport: stage.transport,
    showOnly(indexes) {
      shown = indexes;
      grid.show(shown);
      const now = activeOf(position);
      const next = shown.includes(now) ? now : (shown[0] ?? now);
      go({ view: 'grid', sides: [next, next], active: 0 }, false);
    },
    showTicks() {
      grid.showTicks(ticks.has);
      stage.showTicks(ticks.has);
    },
  };
}

function markView(view: View, count: number): void {
  document.body.dataset.view = view;
  part('grid', HTMLElement).hidden = view !== 'grid';
  part('nothing', HTMLElement).hidden = view !== 'grid' || count > 0;
  part('steps', HTMLElement).hidden = view === 'grid';
  for (const button of document.querySelectorAll<HTMLElement>('#views [data-view]'))
    button.setAttribute('aria-pressed', String(button.dataset.view === view));
}
