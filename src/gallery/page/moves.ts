import type { PageItem } from './gallery-page.ts';
import { activeOf, movedTo, pairOf, type Step, stepped, type View } from './position.ts';
import type { Views } from './views.ts';

/** How a person goes about the items. */
export interface Moves {
  lookAt(view: View): void;
  move(step: Step): void;
  /** Of two, has the other one be moved and ticked. */
  swap(): void;
  play(): void;
  /** Goes back to the grid, and there to the item where the person was. */
  leave(): void;
}

export function createMoves(views: Views, isTicked: (item: PageItem) => boolean): Moves {
  return {
    lookAt(view) {
      const { position, shown } = views;
      const now = activeOf(position);
      const ticked =
        position.view === 'grid' ? shown.filter((index) => views.at([index]).some(isTicked)) : [];
      views.go({ view, sides: view === 'two' ? pairOf(shown, now, ticked) : [now, now], active: 0 });
    },
    move(step) {
      const { position, shown } = views;
      const isGrid = position.view === 'grid';
      const index = stepped(shown, activeOf(position), step, isGrid ? views.grid.columns() : 1);
      if (isGrid) views.placeAt(index, { focus: true });
      else views.go(movedTo(position, index));
    },
    swap() {
      const { position } = views;
      views.go({ ...position, active: position.active === 0 ? 1 : 0 });
    },
    play() {
      const { position } = views;
      if (position.view === 'grid') views.grid.play(position.sides[0]);
      else views.transport.toggle();
    },
    leave() {
      const now = activeOf(views.position);
      views.go({ view: 'grid', sides: [now, now], active: 0 });
    },
  };
}
