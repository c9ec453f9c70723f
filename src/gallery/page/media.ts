import { element } from './element.ts';
import { absence, fileName, type PageItem, titleOf } from './page-item.ts';

/** How much of a file is loaded: enough for one frame, or for being played. */
export type Wanted = 'frame' | 'playing';

/** An item's file as it is seen; a text in its place where it is not here, or the browser can't show it. `time` is in s. */
export function mediaOf(item: PageItem, wanted: Wanted, time: number): HTMLElement {
  const { link, media } = item;
  if (link === null) return absent(absence(item) ?? '', item.missing);
  if (media === 'audio' && wanted === 'frame') return absent('sound');
  const shown = media === 'image' ? picture(item, link) : playable(item, link, { wanted, time });
  shown.addEventListener('error', () => {
    // An error of what was let go of is none.
    if (shown.hasAttribute('src'))
      shown.replaceWith(absent(`This browser can’t show ${fileName(item) ?? 'it'}`));
  });
  return shown;
}

/** Lets go of all that a clip holds: its decoder and what it has loaded. */
export function release(media: Element | null): void {
  if (!(media instanceof HTMLMediaElement)) return;
  media.pause();
  media.removeAttribute('src');
  media.load();
}

function picture(item: PageItem, src: string): HTMLElement {
  return element('img', { src, alt: titleOf(item), decoding: 'async', draggable: 'false' });
}

/** In the grid a clip is drawn by its last frame where that is here, and loads nothing; else by its own first frame. */
function playable(item: PageItem, link: string, { time, wanted }: { wanted: Wanted; time: number }) {
  const isSound = item.media === 'audio';
  const poster = wanted === 'frame' ? (item.poster ?? undefined) : undefined;
  const shown = element(isSound ? 'audio' : 'video', {
    // Some browsers draw no frame of a clip before it was moved.
    src: poster === undefined ? `${link}#t=${Math.max(time, 0.001)}` : link,
    preload: poster !== undefined ? 'none' : wanted === 'frame' ? 'metadata' : 'auto',
    poster,
    playsinline: '',
    controls: isSound ? '' : undefined,
    'aria-label': titleOf(item),
  });
  shown.muted = wanted === 'frame';
  return shown;
}

function absent(text: string, line: string | null = null): HTMLElement {
  const shown = element('div', { class: 'absent' }, element('span', {}, text));
  if (line !== null) shown.append(element('code', {}, line));
  return shown;
}
