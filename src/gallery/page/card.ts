import { formatMoney } from '../../text/money.ts';
import { safeLine, safeText } from '../../text/safe-text.ts';
import { formatBytes } from '../../text/size.ts';
import { element, part } from './element.ts';
import {
  absence,
  briefWords,
  costWords,
  fileName,
  type PageItem,
  spokenOf,
  stepWord,
  titleOf,
} from './page-item.ts';

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

/** All that is known of an item beside its prompt. A job that the page has an item of is a button that leads to it. */
function factsOf(item: PageItem, isOnPage: (jobId: string) => boolean): HTMLElement {
  const job = (id: string): Node => {
    const name = safeLine(id);
    if (!isOnPage(id)) return element('code', {}, name);
    return element('button', { type: 'button', class: 'link', 'data-act': 'jump', 'data-job': id }, name);
  };
  const rows: [name: string, value: Node | string | number | null | undefined][] = [
    ['made by', item.job_id === null ? 'genctl does not know' : null],
    ['step', stepWord(item)],
    ['model', item.model],
    ['seed', item.seed],
    ['cost', costWords(item) ?? (item.job_id === null ? null : 'not known')],
    ['options', item.options],
    ['created', item.created_at === null ? null : moment(item.created_at)],
    ['batch', item.batch === null ? null : `${item.batch}, ${item.shot ?? ''}`],
    ['draft', item.draft_of === null ? null : job(item.draft_of)],
    ...item.finals.map((id): [string, Node] => ['final', job(id)]),
    [item.next?.command === 'finalize' ? 'its final' : 'again', nextCost(item)],
    ['job', item.job_id === null ? null : element('code', {}, safeLine(item.job_id))],
    ['file', fileLink(item)],
    ['to get it', item.missing === null ? null : commandRow(item.missing)],
  ];
  const told = rows.flatMap(([name, value]) => {
    if (value == null) return [];
    const text = value instanceof Node ? value : safeLine(String(value));
    return [element('dt', {}, name), element('dd', {}, text)];
  });
  return element('dl', { class: 'facts' }, ...told);
}

function nextCost({ next }: PageItem): string | null {
  if (next === null) return null;
  return next.cost_usd === null ? 'at an unknown cost' : `about ${formatMoney(next.cost_usd)}`;
}

function fileLink(item: PageItem): Node | null {
  if (item.link === null) return null;
  const size = item.bytes === null ? '' : ` (${formatBytes(item.bytes)})`;
  const anchor = element('a', { href: item.link, target: '_blank', rel: 'noopener' }, fileName(item) ?? '');
  return element('span', {}, anchor, size);
}

function commandRow(line: string): Node {
  const text = element('textarea', { rows: '2', readonly: '', 'aria-label': 'Command' }, line);
  return element(
    'div',
    { class: 'command' },
    text,
    element('button', { type: 'button', 'data-act': 'copy' }, 'Copy'),
  );
}

function moment(stamp: string): string {
  const at = new Date(stamp);
  return Number.isNaN(at.getTime()) ? stamp : at.toLocaleString();
}

/** How much of a file is loaded: enough for one frame, or for being played. */
type Wanted = 'frame' | 'playing';

/** An item's file as it is seen; a text in its place where it is not here, or the browser can't show it. `time` is in s. */
function mediaOf(item: PageItem, wanted: Wanted, time: number): HTMLElement {
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
function release(media: Element | null): void {
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
