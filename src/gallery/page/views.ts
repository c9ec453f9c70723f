/** The cards of the page: all in a grid, or one or two of them alone, as large as there is room. */
import { readJson } from '../../schema/json/read-json.ts';
import { type Card, createCard } from './card.ts';
import { part } from './element.ts';
import type { GalleryPage } from './page-item.ts';
import { activeOf, lookedAt, type Position } from './position.ts';
import { createTransport } from './transport.ts';

/** Files are drawn so far above and below of what is seen, so that a slow scroll meets no empty frame. */
const margin = '400px 0px';

export const page = readJson(part('#items', HTMLScriptElement).textContent) as GalleryPage;
export const cards = page.items.map(createCard);
export const transport = createTransport();
export const root = part('#cards', HTMLElement);
const cardsByRoot = new Map<Element, Card>(cards.map((card) => [card.root, card]));
/** The cards that are near what is seen. */
const near = new Set<Card>();
const [first] = cards;
if (first === undefined) throw new Error('The page has no items');
/** The place of the person. It is changed by `go` alone, and by the focus. */
export let position: Position<Card> = { view: 'grid', sides: [first, first], active: 0 };

root.append(...cards.map((card) => card.root));
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const card = cardOf(target);
      if (card === undefined) continue;
      if (isIntersecting) near.add(card);
      else near.delete(card);
      draw(card);
    }
  },
  { rootMargin: margin },
);
for (const card of cards) watcher.observe(card.root);
root.addEventListener('focusin', ({ target }) => {
  const card = cardOf(target);
  if (card === undefined) return;
  if (position.view === 'grid') place(card);
  else if (position.view === 'two') position = { ...position, active: card === position.sides[1] ? 1 : 0 };
  mark(lookedAt(position));
});

/** Shows what a position says. `focus` gives its card the focus. */
export function go(next: Position<Card>, how = { focus: true }): void {
  const before = lookedAt(position);
  const looked = lookedAt(next);
  // A clip that replaces one of two goes on where the other is.
  const time = looked.length === 2 ? transport.time() : 0;
  position = next;
  document.body.dataset.view = next.view;
  for (const button of document.querySelectorAll<HTMLElement>('#views button'))
    button.setAttribute('aria-pressed', String(button.dataset.act === next.view));
  const changed = new Set([...before, ...looked]);
  for (const card of changed) {
    draw(card, time);
    card.showOn(looked.indexOf(card), (id) => cards.some(({ item }) => item.job_id === id));
  }
  if (changed.size > Math.min(before.length, looked.length))
    transport.take(looked.flatMap(({ player }) => player ?? []));
  mark(changed);
  if (next.view === 'grid') place(next.sides[0]);
  if (how.focus) activeOf(next).root.focus({ preventScroll: next.view !== 'grid' });
}

/** The card that an element is in. */
export function cardOf(target: EventTarget | null): Card | undefined {
  return target instanceof Element ? cardsByRoot.get(target.closest('.card') ?? target) : undefined;
}

/** How many cards of the grid stand in a row. */
export function columns(): number {
  return position.view === 'grid' ? getComputedStyle(root).gridTemplateColumns.split(' ').length : 1;
}

/** Draws what is near or looked at, and lets go of the others: a browser decodes only so many clips. */
function draw(card: Card, time = 0): void {
  const wanted = near.has(card) ? 'frame' : undefined;
  card.draw(lookedAt(position).includes(card) ? 'playing' : wanted, time);
}

/** Shows which of two keys move and tick, and has it alone be heard. */
function mark(changed: Iterable<Card>): void {
  const active = activeOf(position);
  for (const card of changed)
    card.root.setAttribute('aria-current', String(position.view === 'two' && card === active));
  transport.hear(active.player);
}

/** Gives a card the place of the keyboard in the grid. */
function place(card: Card): void {
  position = { ...position, sides: [card, card] };
  root.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
  card.root.setAttribute('tabindex', '0');
}
