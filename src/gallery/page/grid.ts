import { type Card, createCard } from './card.ts';
import { part } from './element.ts';
import type { PageItem } from './gallery-page.ts';
import { mediaOf, release } from './media.ts';

/** Files are drawn so far above and below of what is seen, so that a slow scroll meets no empty frame. */
const margin = '400px 0px';

export interface Grid {
  /** Shows these items, in their order, and no others. */
  show(indexes: readonly number[]): void;
  showTicks(has: (item: PageItem) => boolean): void;
  /** Gives an item the place of the keyboard, and with `focus` the focus, too. */
  place(index: number, how: { focus: boolean }): void;
  /** How many items stand in a row. */
  columns(): number;
  /** Plays or pauses the clip of an item. */
  play(index: number): void;
}

interface GridParts {
  items: readonly PageItem[];
  onOpen(index: number): void;
  onTick(index: number): void;
  onPlace(index: number): void;
}

export function createGrid({ items, onOpen, onPlace, onTick }: GridParts): Grid {
  const root = part('grid', HTMLElement);
  const cards = items.map(createCard);
  const places = new Map<Element, number>(cards.map((card, index) => [card.root, index]));
  const indexOf = (target: EventTarget | null): number => {
    const card = target instanceof Element ? target.closest('.card') : null;
    return card === null ? -1 : (places.get(card) ?? -1);
  };
  let placed: HTMLElement | undefined;
  drawNearby(new Map<Element, Card>(cards.map((card) => [card.root, card])));
  root.addEventListener('click', (event) => {
    const index = indexOf(event.target);
    if (index < 0) return;
    const isTick = event.target instanceof Element && event.target.closest('.tick') !== null;
    (isTick ? onTick : onOpen)(index);
  });
  root.addEventListener('focusin', (event) => {
    const index = indexOf(event.target);
    if (index >= 0) onPlace(index);
  });
  playUnderPointer(root);

  return {
    show(indexes) {
      const wanted = new Set(indexes);
      for (const [index, card] of cards.entries()) card.root.hidden = !wanted.has(index);
      if (root.childElementCount === 0) root.append(...cards.map((card) => card.root));
    },
    showTicks(has) {
      for (const card of cards) card.showTick(has(card.item));
    },
    place(index, { focus }) {
      placed?.setAttribute('tabindex', '-1');
      placed = cards[index]?.root;
      placed?.setAttribute('tabindex', '0');
      if (focus) placed?.focus();
    },
    columns: () => getComputedStyle(root).gridTemplateColumns.split(' ').length,
    play(index) {
      const video = cards[index]?.frame.querySelector('video');
      if (video == null) return;
      if (video.paused) void video.play().catch(() => {});
      else video.pause();
    },
  };
}

/** Draws the files of the cards that are near what is seen, and lets go of the others: a browser decodes only so many clips. */
function drawNearby(cards: ReadonlyMap<Element, Card>): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const card = cards.get(target);
        const drawn = card?.frame.firstElementChild;
        if (card === undefined || isIntersecting === (drawn != null)) continue;
        if (isIntersecting) card.frame.append(mediaOf(card.item, 'frame'));
        else if (drawn != null) {
          release(drawn);
          drawn.remove();
        }
      }
    },
    { rootMargin: margin },
  );
  for (const card of cards.keys()) watcher.observe(card);
}

/** A clip plays while the pointer rests on it, unless the person wants little to move. */
function playUnderPointer(root: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const clipOf = ({ target }: Event): HTMLVideoElement | null =>
    target instanceof Element ? (target.closest('.frame')?.querySelector('video') ?? null) : null;
  root.addEventListener(
    'mouseover',
    (event) =>
      void clipOf(event)
        ?.play()
        .catch(() => {}),
  );
  root.addEventListener('mouseout', (event) => clipOf(event)?.pause());
}
