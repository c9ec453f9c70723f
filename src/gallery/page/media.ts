import { element } from './element.ts';
import type { PageItem } from './gallery-page.ts';
import { absence, fileName, titleOf } from './item-words.ts';

/** A little after the beginning: some browsers draw no frame of a clip before it was moved. */
const firstFrame = '#t=0.001';

/** How much a clip loads: enough for one frame, or for being played. */
export type Wanted = 'frame' | 'playing';

/** An item's file as it is seen; a text in its place where it is not here, or the browser can't show it. */
export function mediaOf(item: PageItem, wanted: Wanted): HTMLElement {
  const { link, media } = item;
  if (link === null) return placeholder(item);
  if (media === 'image') return picture(item, link);
  if (media === 'audio') return wanted === 'frame' ? said('sound') : sound(item, link);
  return clip(item, link, wanted);
}

/** Lets go of all that a clip holds: its decoder and what it has loaded. */
export function release(media: Element): void {
  if (!(media instanceof HTMLMediaElement)) return;
  media.pause();
  media.removeAttribute('src');
  media.load();
}

function picture(item: PageItem, link: string): HTMLElement {
  const shown = element('img', { src: link, alt: titleOf(item), decoding: 'async', draggable: 'false' });
  shown.addEventListener('error', () => shown.replaceWith(unshowable(item)));
  return shown;
}

/** In the grid a clip is drawn by its last frame where that is here, and loads nothing; else by its own first frame. */
function clip(item: PageItem, link: string, wanted: Wanted): HTMLElement {
  const poster = wanted === 'frame' ? (item.poster ?? undefined) : undefined;
  const preload = wanted === 'playing' ? 'auto' : poster === undefined ? 'metadata' : 'none';
  const src = poster === undefined ? `${link}${firstFrame}` : link;
  const shown = element('video', { src, preload, poster, playsinline: '', 'aria-label': titleOf(item) });
  shown.muted = wanted === 'frame';
  shown.addEventListener('error', () => {
    if (shown.hasAttribute('src')) shown.replaceWith(unshowable(item));
  });
  return shown;
}

function sound(item: PageItem, link: string): HTMLElement {
  return element('audio', { src: link, controls: '', preload: 'metadata', 'aria-label': titleOf(item) });
}

function placeholder(item: PageItem): HTMLElement {
  const shown = said(absence(item) ?? '');
  if (item.missing !== null) shown.append(element('code', {}, item.missing));
  return shown;
}

function unshowable(item: PageItem): HTMLElement {
  return said(`This browser can’t show ${fileName(item) ?? 'it'}`);
}

function said(text: string): HTMLElement {
  return element('div', { class: 'absent' }, element('span', {}, text));
}
