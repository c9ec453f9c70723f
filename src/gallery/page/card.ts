import { safeText } from '../../text/safe-text.ts';
import { element, part } from './element.ts';
import { factsOf } from './facts.ts';
import { mediaOf, release, type Wanted } from './media.ts';
import { briefWords, type PageItem, spokenOf, titleOf } from './page-item.ts';

export type Card = ReturnType<typeof createCard>;

/** An item on the page. The style of a view says how large it is, and how much of what is known of it is seen. */
export function createCard(item: PageItem, index: number) {
  const made = document.importNode(part('#card', HTMLTemplateElement).content, true);
  const root = part('article', HTMLElement, made);
  const frame = part('.frame', HTMLElement, made);
  const about = part('.about', HTMLElement, made);
  const tick = part('input', HTMLInputElement, made);
  root.id = `card-${index}`;
  root.setAttribute('aria-label', spokenOf(item));
  root.setAttribute('data-step', item.step ?? '');
  if (item.next === null) {
    tick.disabled = true;
    tick.title = 'No job can follow it: its job is unfinished, or genctl does not know what made it.';
  }
  const words = briefWords(item).map((word) => element('span', {}, word));
  part('.prompt', HTMLElement, made).append(item.prompt?.trim() ? safeText(item.prompt) : titleOf(item));
  part('.brief', HTMLElement, made).append(...words);
  let drawn: Wanted | undefined;
  return {
    item,
    root,
    tick,
    /** The clip or the sound that is drawn; undefined for what does not play. */
    get player(): HTMLMediaElement | undefined {
      const media = frame.firstElementChild;
      return media instanceof HTMLMediaElement ? media : undefined;
    },
    /** Draws the file, at a time in s; lets go of it where nothing is wanted. */
    draw(wanted: Wanted | undefined, time = 0): void {
      if (wanted === drawn) return;
      drawn = wanted;
      release(frame.firstElementChild);
      frame.replaceChildren(...(wanted === undefined ? [] : [mediaOf(item, wanted, time)]));
    },
    /** Shows it alone on a side, or in the grid where that is -1. Facts are added when they are wanted: there may be thousands of cards. */
    showOn(side: number, isOnPage: (jobId: string) => boolean): void {
      root.toggleAttribute('data-alone', side >= 0);
      root.style.order = String(Math.max(side, 0));
      if (about.querySelector('.facts') === null) about.append(factsOf(item, isOnPage));
    },
  };
}
