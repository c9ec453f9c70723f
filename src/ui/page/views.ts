import { part } from './element.ts';
import type { PageItem } from './gallery-page.ts';
import { createGrid } from './grid.ts';
import { activeOf, movedTo, type Position, pairOf, type Step, stepped, type View } from './position.ts';
import { createStage } from './stage.ts';
import type { Ticks } from './ticks.ts';
import type { Transport } from './transport.ts';

/** The grid, and the close look at one or two; one of them is seen at a time. */
export interface Views {
  /** The item that keys tick, by its index. */
  readonly active: number;
  transport: Transport;
  /** Shows only these items, in the grid; the place of the keyboard goes to the first where its item is not among them. */
  showOnly(indexes: readonly number[]): void;
  showTicks(): void;
  lookAt(view: View): void;
  move(step: Step): void;
  /** Of two, has the other one be moved and ticked. */
  swap(): void;
  play(): void;
  /** Goes back to the grid, and there to the item where the person was. */
  leave(): void;
}

export function createViews(items: readonly PageItem[], ticks: Ticks): Views {
  let shown: readonly number[] = [];
  let position: Position = { view: 'grid', sides: [0, 0], active: 0 };
  const jobs = new Map(items.map(({ job_id }, index) => [job_id, index]));
  const grid = createGrid({
    items,
    onOpen: (index) => go({ view: 'one', sides: [index, index], active: 0 }),
    onTick: (index) => ticked(index),
    onPlace: (index) => placeAt(index, false),
  });
  const stage = createStage({
    has: (id) => jobs.has(id),
    jumpTo: (id) => go(movedTo(position, jobs.get(id) ?? activeOf(position))),
    onTick: (item) => ticks.toggle(item),
  });
  const [gridRoot, nothing] = [part('grid', HTMLElement), part('nothing', HTMLElement)];

  const at = (indexes: readonly number[]): PageItem[] => indexes.flatMap((index) => items[index] ?? []);
  const ticked = (index: number): void => at([index]).forEach(ticks.toggle);

  function placeAt(index: number, focus: boolean): void {
    position = { ...position, sides: [index, position.sides[1]] };
    grid.place(index, { focus });
  }
  function go(next: Position, focus = true): void {
    position = next;
    const { active, sides, view } = next;
    gridRoot.hidden = view !== 'grid';
    nothing.hidden = view !== 'grid' || shown.length > 0;
    markView(view);
    if (view === 'grid') {
      stage.close();
      placeAt(sides[0], focus);
    } else {
      stage.show(at(view === 'one' ? [sides[0]] : sides), view === 'one' ? 0 : active);
      stage.showTicks(ticks.has);
    }
  }
  return {
    transport: stage.transport,
    get active() {
      return activeOf(position);
    },
    showOnly(indexes) {
      shown = indexes;
      grid.show(shown);
      const [first] = shown;
      const now = activeOf(position);
      const next = first === undefined || shown.includes(now) ? now : first;
      go({ view: 'grid', sides: [next, next], active: 0 }, false);
    },
    showTicks() {
      grid.showTicks(ticks.has);
      stage.showTicks(ticks.has);
    },
    lookAt(view) {
      const now = activeOf(position);
      const chosen = position.view === 'grid' ? shown.filter((index) => at([index]).some(ticks.has)) : [];
      go({ view, sides: view === 'two' ? pairOf(shown, now, chosen) : [now, now], active: 0 });
    },
    move(step) {
      const isGrid = position.view === 'grid';
      const index = stepped(shown, activeOf(position), step, isGrid ? grid.columns() : 1);
      if (isGrid) placeAt(index, true);
      else if (step !== 'up' && step !== 'down') go(movedTo(position, index));
    },
    swap() {
      if (position.view === 'two') go({ ...position, active: position.active === 0 ? 1 : 0 });
    },
    play() {
      if (position.view === 'grid') grid.play(position.sides[0]);
      else stage.transport.toggle();
    },
    leave() {
      const now = activeOf(position);
      go({ view: 'grid', sides: [now, now], active: 0 });
    },
  };
}

function markView(view: View): void {
  document.body.dataset.view = view;
  for (const button of document.querySelectorAll<HTMLElement>('#views [data-view]'))
    button.setAttribute('aria-pressed', String(button.dataset.view === view));
}
