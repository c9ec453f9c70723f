import { part } from './element.ts';
import type { PageItem } from './gallery-page.ts';
import { createSide, type Side, type SideLinks } from './side.ts';
import { createTransport, type Transport } from './transport.ts';

/** One item, or two side by side. */
export interface Stage {
  /** Shows these; `active` is the place of the one that keys move and tick. */
  show(items: readonly PageItem[], active: number): void;
  /** Has the keys move and tick another side. */
  mark(active: number): void;
  showTicks(has: (item: PageItem) => boolean): void;
  close(): void;
  transport: Transport;
}

/** `onActive` is told the place of a side that got the focus. */
export function createStage(links: SideLinks & { onActive(place: number): void }): Stage {
  const root = part('stage', HTMLElement);
  const box = part('sides', HTMLElement);
  const transport = createTransport();
  let sides: readonly Side[] = [];

  function leaveAllBut(kept: readonly Side[]): void {
    for (const side of sides) if (!kept.includes(side)) side.leave();
  }
  function mark(active: number): void {
    transport.hear(sides[active]?.player);
    for (const [place, { root: side }] of sides.entries()) {
      if (place === active && sides.length === 2) side.setAttribute('aria-current', 'true');
      else side.removeAttribute('aria-current');
    }
  }
  box.addEventListener('focusin', ({ target }) => {
    const place = sides.findIndex((side) => target instanceof Node && side.root.contains(target));
    if (place >= 0) links.onActive(place);
  });
  return {
    transport,
    mark,
    show(items, active) {
      const { time } = transport;
      const before = sides;
      const wanted = items.map((item, place) => {
        const same = before[place];
        return same?.item === item ? same : createSide(item, links);
      });
      const isChanged = wanted.length !== before.length || wanted.some((side) => !before.includes(side));
      leaveAllBut(wanted);
      sides = wanted;
      box.replaceChildren(...wanted.map((side) => side.root));
      box.classList.toggle('two', items.length === 2);
      root.hidden = false;
      // A clip that replaces one of two goes on where the other is.
      if (isChanged) {
        const players = wanted.flatMap(({ player }) => player ?? []);
        transport.take(players, items.length === 2 ? time : 0);
      }
      mark(active);
      wanted[active]?.root.focus({ preventScroll: true });
    },
    showTicks(has) {
      for (const side of sides) side.showTick(has(side.item));
    },
    close() {
      transport.take([], 0);
      leaveAllBut([]);
      sides = [];
      root.hidden = true;
    },
  };
}
