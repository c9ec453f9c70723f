import { part } from './element.ts';
import { createFilterBar } from './filter-bar.ts';
import { fits } from './filters.ts';
import type { GalleryPage } from './gallery-page.ts';
import { createHelp } from './help.ts';
import type { KeyAction } from './keys.ts';
import { createTicks } from './ticks.ts';
import { createTray } from './tray.ts';
import { createViews, type Views } from './views.ts';

/** A frame of most clips. Unit: s. */
const frameSeconds = 1 / 24;

/** The page at work; it is told of keys. */
export interface Gallery {
  act(action: KeyAction): void;
  readonly isHelpOpen: boolean;
}

export function createGallery({ items, left_out: leftOut }: GalleryPage): Gallery {
  const count = part('count', HTMLElement);
  const help = createHelp();
  const ticks = createTicks(() => drawTicks());
  const tray = createTray(() => ticks.clear());
  const filters = createFilterBar(items, () => filter());
  const views = createViews(items, ticks);

  function drawTicks(): void {
    views.showTicks();
    tray.show(items.filter(ticks.has));
  }
  function filter(): void {
    const asked = filters.read();
    const shown = items.flatMap((item, index) => (fits(item, asked, ticks.has(item)) ? [index] : []));
    views.showOnly(shown);
    const others = leftOut === 0 ? '' : `, ${leftOut} left out`;
    count.replaceChildren(
      shown.length === items.length ? `${items.length}${others}` : `${shown.length} of ${items.length}`,
    );
  }
  const acts: Record<KeyAction, () => void> = {
    ...actsOfViews(views),
    tick: () => items.slice(views.active, views.active + 1).forEach(ticks.toggle),
    filter: filters.focus,
    copy: tray.copy,
    help: help.open,
  };
  for (const button of document.querySelectorAll<HTMLElement>('#views [data-view]'))
    button.addEventListener('click', () => {
      const { view } = button.dataset;
      if (view === 'one' || view === 'two') views.lookAt(view);
      else views.leave();
    });
  part('filter-clear', HTMLButtonElement).addEventListener('click', filters.clear);
  filter();
  drawTicks();
  return {
    act: (action) => acts[action](),
    get isHelpOpen() {
      return help.isOpen;
    },
  };
}

type ViewAction = Exclude<KeyAction, 'tick' | 'filter' | 'copy' | 'help'>;

function actsOfViews(views: Views): Record<ViewAction, () => void> {
  return {
    left: () => views.move('left'),
    right: () => views.move('right'),
    up: () => views.move('up'),
    down: () => views.move('down'),
    first: () => views.move('first'),
    last: () => views.move('last'),
    play: views.play,
    open: () => views.lookAt('one'),
    two: () => views.lookAt('two'),
    swap: views.swap,
    grid: views.leave,
    leave: views.leave,
    back: () => views.transport.move(-frameSeconds),
    forward: () => views.transport.move(frameSeconds),
    sound: () => views.transport.toggleSound(),
  };
}
