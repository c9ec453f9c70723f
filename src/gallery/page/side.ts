import { element } from './element.ts';
import { factsOf } from './facts.ts';
import type { PageItem } from './gallery-page.ts';
import { spokenOf } from './item-words.ts';
import { mediaOf, release } from './media.ts';

/** An item as it is looked at closely: its file as large as there is room, and all that is known of it. */
export interface Side {
  item: PageItem;
  root: HTMLElement;
  /** The clip or the sound; undefined for what does not play. */
  player: HTMLMediaElement | undefined;
  showTick(isTicked: boolean): void;
  /** Lets go of its file. */
  leave(): void;
}

export interface SideLinks {
  has(jobId: string): boolean;
  jumpTo(jobId: string): void;
  onTick(item: PageItem): void;
}

export function createSide(item: PageItem, links: SideLinks): Side {
  const media = mediaOf(item, 'playing');
  const ticker = element('button', { type: 'button', class: 'ticker', 'aria-pressed': 'false' }, 'Tick');
  ticker.addEventListener('click', () => links.onTick(item));
  if (item.next === null) {
    ticker.disabled = true;
    ticker.title = 'No job can follow it: its job is unfinished, or genctl does not know what made it.';
  }
  const root = element(
    'figure',
    { class: 'side', tabindex: '-1', role: 'group', 'aria-label': spokenOf(item) },
    element('div', { class: 'frame' }, media),
    element('figcaption', {}, ticker, factsOf(item, links)),
  );
  return {
    item,
    root,
    player: media instanceof HTMLMediaElement ? media : undefined,
    showTick(isTicked) {
      ticker.setAttribute('aria-pressed', String(isTicked));
      ticker.replaceChildren(isTicked ? 'Ticked' : 'Tick');
    },
    leave() {
      release(media);
      root.remove();
    },
  };
}
