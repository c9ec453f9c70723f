import { chosenCommand } from './chosen-command.ts';
import { copyText } from './copy-text.ts';
import { element, part } from './element.ts';
import { createFilterBar } from './filter-bar.ts';
import { fits } from './filters.ts';
import type { GalleryPage, PageItem } from './gallery-page.ts';
import { type KeyAction, keyHelp } from './keys.ts';
import { createMoves, type Moves } from './moves.ts';
import { activeOf, type View } from './position.ts';
import { createTicks } from './ticks.ts';
import { createViews, type Views } from './views.ts';

/** A frame of most clips. Unit: s. */
const frameSeconds = 1 / 24;

/** The page at work; it is told of keys. */
export interface Gallery {
  act(action: KeyAction): void;
  readonly isHelpOpen: boolean;
  readonly view: View;
}

export function createGallery({ items, left_out: leftOut }: GalleryPage): Gallery {
  const count = part('count', HTMLElement);
  const help = createHelp();
  const ticks = createTicks(() => drawTicks());
  const tray = createTray(() => ticks.clear());
  const filters = createFilterBar(items, () => filter());
  const views = createViews(items, ticks);
  const moves = createMoves(views, ticks.has);

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
    ...actsOfMoves(moves, views),
    tick: () => views.at([activeOf(views.position)]).forEach(ticks.toggle),
    filter: filters.focus,
    copy: tray.copy,
    help: help.open,
  };
  for (const button of document.querySelectorAll<HTMLElement>('#views [data-view]'))
    button.addEventListener('click', () => {
      const { view } = button.dataset;
      if (view === 'one' || view === 'two') moves.lookAt(view);
      else moves.leave();
    });
  part('step-before', HTMLButtonElement).addEventListener('click', acts.left);
  part('step-after', HTMLButtonElement).addEventListener('click', acts.right);
  part('filter-clear', HTMLButtonElement).addEventListener('click', filters.clear);
  filter();
  drawTicks();
  return {
    act: (action) => acts[action](),
    get isHelpOpen() {
      return help.isOpen;
    },
    get view() {
      return views.position.view;
    },
  };
}

type MoveAction = Exclude<KeyAction, 'tick' | 'filter' | 'copy' | 'help'>;

function actsOfMoves(moves: Moves, { transport }: Views): Record<MoveAction, () => void> {
  return {
    left: () => moves.move('left'),
    right: () => moves.move('right'),
    up: () => moves.move('up'),
    down: () => moves.move('down'),
    first: () => moves.move('first'),
    last: () => moves.move('last'),
    play: moves.play,
    open: () => moves.lookAt('one'),
    two: () => moves.lookAt('two'),
    swap: moves.swap,
    leave: moves.leave,
    back: () => transport.move(-frameSeconds),
    forward: () => transport.move(frameSeconds),
    sound: () => transport.toggleSound(),
  };
}

/** The list of keys, above the page while it is read. */
function createHelp(): { open(): void; readonly isOpen: boolean } {
  const dialog = part('help', HTMLDialogElement);
  const list = part('help-keys', HTMLElement);
  for (const [keys, says] of keyHelp)
    list.append(element('dt', {}, ...keys.map((key) => element('kbd', {}, key))), element('dd', {}, says));
  const open = (): void => dialog.showModal();
  part('help-open', HTMLButtonElement).addEventListener('click', open);
  return {
    open,
    get isOpen() {
      return dialog.open;
    },
  };
}

/** What is ticked, as one command to copy. */
interface Tray {
  show(ticked: readonly PageItem[]): void;
  copy(): void;
}

/** So long it is said that the line was copied. Unit: ms. */
const saidMs = 2_000;

function createTray(onClear: () => void): Tray {
  const root = part('tray', HTMLElement);
  const says = part('tray-says', HTMLElement);
  const line = part('tray-line', HTMLTextAreaElement);
  const button = part('tray-copy', HTMLButtonElement);
  const copy = (): void => {
    if (root.hidden) return;
    void copyText(line).then((said) => {
      button.replaceChildren(said);
      setTimeout(() => button.replaceChildren('Copy'), saidMs);
    });
  };
  button.addEventListener('click', copy);
  part('tray-clear', HTMLButtonElement).addEventListener('click', onClear);
  return {
    copy,
    show(ticked) {
      const command = chosenCommand(ticked);
      root.hidden = command.line === '';
      says.replaceChildren(root.hidden ? '' : `${ticked.length} ticked: ${command.says}`);
      line.value = command.line;
    },
  };
}
