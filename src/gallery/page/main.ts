/** The code of the page that `genctl gallery` writes: it is run by a browser, and asks nothing of anyone. */
import { tryReadJson } from '../../schema/json/read-json.ts';
import { safeLine } from '../../text/safe-text.ts';
import type { Card } from './card.ts';
import { element, part } from './element.ts';
import { chosenCommand, type Filters, fits, keyOf, modelsOf } from './page-item.ts';
import { activeOf, movedTo, pairOf, type Step, stepped, steps, type View } from './position.ts';
import { cardOf, cards, columns, go, page, position, root, transport } from './views.ts';

/** A frame of most clips. Unit: s. */
const frameSeconds = 1 / 24;
/** So long it is said that a line was copied. Unit: ms. */
const saidMs = 2_000;

/** The browser keeps the ticks under the page's own address, where it keeps anything for a file. */
const storeKey = `ticks of ${location.pathname}`;
/** The keys of the page, each with what it asks for, and the only view in which it does. The help has them. */
const keys = [...document.querySelectorAll<HTMLElement>('#help kbd')].map((shown) => ({
  key: shown.dataset.key ?? shown.textContent,
  act: shown.dataset.act,
  view: shown.closest('dt')?.dataset.view,
}));

const form = part('#filters', HTMLFormElement);
const tray = part('#tray', HTMLElement);
const ticks = keptTicks();
/** The cards that the filters show. */
let shown: readonly Card[] = [];

const acts: Readonly<Record<string, (button: HTMLElement | undefined) => void>> = {
  ...Object.fromEntries(steps.map((step) => [step, () => move(step)])),
  grid: () => lookAt('grid'),
  one: () => lookAt('one'),
  two: () => lookAt('two'),
  jump(button) {
    const card = cards.find(({ item }) => item.job_id === button?.dataset.job);
    if (card !== undefined) go(movedTo(position, card));
  },
  swap: () => go({ ...position, active: position.active === 0 ? 1 : 0 }),
  play,
  back: () => transport.move(-frameSeconds),
  forward: () => transport.move(frameSeconds),
  sound: () => part('#sound', HTMLInputElement).click(),
  tick: () => activeOf(position).tick.click(),
  untick,
  copy: (button = part('#tray-copy', HTMLButtonElement)) => void copy(button),
  filter() {
    const text = part('#filter-text', HTMLInputElement);
    text.focus();
    text.select();
  },
  help: () => part('#help', HTMLDialogElement).showModal(),
};

document.addEventListener('keydown', (event) => {
  const act = acts[actOfKey(event) ?? ''];
  if (act === undefined) return;
  event.preventDefault();
  act(undefined);
});
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLElement>('button[data-act]');
  const card = target.closest('.tick') === null ? cardOf(target) : undefined;
  if (button !== null) acts[button.dataset.act ?? '']?.(button);
  else if (card !== undefined && position.view === 'grid')
    go({ view: 'one', sides: [card, card], active: 0 });
});
form.addEventListener('input', filter);
// The fields are empty only after that event.
form.addEventListener('reset', () => setTimeout(filter));
root.addEventListener('change', ({ target }) => {
  const card = cardOf(target);
  if (card === undefined) return;
  if (card.tick.checked) ticks.add(keyOf(card.item));
  else ticks.delete(keyOf(card.item));
  showTicks();
});
// A clip plays while the pointer rests on it, unless the person wants little to move.
if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
  root.addEventListener('mouseover', ({ target }) => begin(clipOf(target)));
  root.addEventListener('mouseout', ({ target }) => clipOf(target)?.pause());
}

const folder = folderName();
if (folder !== '') document.title = `${folder} · gallery`;
shapeFrames();
part('#filter-model', HTMLSelectElement).append(
  ...modelsOf(page.items).map((id) => element('option', { value: id }, safeLine(id))),
);
for (const { item, tick } of cards) tick.checked = !tick.disabled && ticks.has(keyOf(item));
filter();
showTicks();

/** Shows the cards that are like what is asked, in the grid. */
function filter(): void {
  const asked = Object.fromEntries(new FormData(form)) as unknown as Filters;
  shown = cards.filter(({ item, tick }) => fits(item, asked, tick.checked));
  const wanted = new Set(shown);
  for (const card of cards) card.root.hidden = !wanted.has(card);
  part('#nothing', HTMLElement).hidden = shown.length > 0;
  const others = page.left_out === 0 ? '' : `, ${page.left_out} left out`;
  part('#count', HTMLOutputElement).value =
    shown.length === cards.length ? `${cards.length}${others}` : `${shown.length} of ${cards.length}`;
  const now = activeOf(position);
  const next = wanted.has(now) ? now : (shown[0] ?? now);
  go({ view: 'grid', sides: [next, next], active: 0 }, { focus: false });
}

/** Makes a command line of what is ticked, and has the browser keep the ticks. */
function showTicks(): void {
  keepTicks(ticks);
  const ticked = cards.flatMap(({ item, tick }) => (tick.checked ? [item] : []));
  const { line, says } = chosenCommand(ticked);
  tray.hidden = line === '';
  part('#tray-says', HTMLOutputElement).value = line === '' ? '' : `${ticked.length} ticked: ${says}`;
  part('#tray-line', HTMLTextAreaElement).value = line;
}

function untick(): void {
  ticks.clear();
  for (const { tick } of cards) tick.checked = false;
  showTicks();
}

function move(step: Step): void {
  // No side steps to what the other one shows.
  const other = position.view === 'two' ? position.sides[1 - position.active] : undefined;
  const others = shown.filter((card) => card !== other);
  const card = stepped(others, activeOf(position), step, columns());
  go(position.view === 'grid' ? { ...position, sides: [card, card] } : movedTo(position, card));
}

function lookAt(view: View): void {
  const now = activeOf(position);
  if (view !== 'grid' && shown.length === 0) return;
  const chosen = position.view === 'grid' ? shown.filter(({ tick }) => tick.checked) : [];
  go({ view, sides: view === 'two' ? pairOf(shown, now, chosen) : [now, now], active: 0 });
}

function play(): void {
  const player = activeOf(position).player;
  if (position.view !== 'grid') transport.toggle();
  else if (player?.paused === false) player.pause();
  else begin(player);
}

/** Plays a clip, unless the browser refuses to. */
function begin(clip: HTMLMediaElement | undefined): void {
  void clip?.play().catch(() => {});
}

/** The clip of the grid that the pointer is on. */
function clipOf(target: EventTarget | null): HTMLMediaElement | undefined {
  const isOnFrame = target instanceof Element && target.closest('.frame') !== null;
  return isOnFrame && position.view === 'grid' ? cardOf(target)?.player : undefined;
}

/** Copies the line beside a button, or selects it where the browser gives no clipboard to a file. */
async function copy(button: HTMLElement): Promise<void> {
  const line = button.previousElementSibling;
  if (!(line instanceof HTMLTextAreaElement) || line.value === '') return;
  let said = 'Copied';
  try {
    await navigator.clipboard.writeText(line.value);
  } catch {
    line.select();
    if (!document.execCommand('copy')) said = 'Selected: press Ctrl+C or ⌘C';
  }
  button.replaceChildren(said);
  setTimeout(() => button.replaceChildren('Copy'), saidMs);
}

/** The folder of the page, after which it is called; as its address has it where that is not UTF-8. */
function folderName(): string {
  const name = location.pathname.split('/').at(-2) ?? '';
  try {
    return safeLine(decodeURIComponent(name));
  } catch {
    return name;
  }
}

/** All frames of the grid have one shape: that which most files have, as far as is known. */
function shapeFrames(): void {
  const ratios = page.items.flatMap(({ ratio }) => ratio ?? []).sort((one, other) => one - other);
  const middle = ratios[Math.floor(ratios.length / 2)];
  if (middle !== undefined)
    document.documentElement.style.setProperty('--ratio', String(Math.min(Math.max(middle, 0.7), 1.78)));
}

/** The keys of what was ticked when the page was open last. */
function keptTicks(): Set<string> {
  try {
    const kept = tryReadJson(localStorage.getItem(storeKey) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Browsers may refuse any storage to a file; then ticks last as long as the page is open. */
function keepTicks(keys: ReadonlySet<string>): void {
  try {
    localStorage.setItem(storeKey, JSON.stringify([...keys]));
  } catch {
    // They stay ticked until the page is closed.
  }
}

/** The act that a key asks for. It is undefined where the key belongs to the element with the focus, or to the browser. */
function actOfKey(event: KeyboardEvent): string | undefined {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  // A dialog above the page has its own keys. Escape leaves any other element that has the focus.
  if (document.querySelector(':modal, :popover-open') !== null) return undefined;
  if (key !== 'Escape' && target instanceof Element && isKeyOf(target, key)) return undefined;
  return keys.find((one) => one.key === key && (one.view ?? position.view) === position.view)?.act;
}

/** Tells whether an element means something itself by a key. */
function isKeyOf(element: Element, key: string): boolean {
  if (element.matches('input:not([type=checkbox]), select, textarea')) return true;
  if (key === ' ') return element.matches('button, [type=checkbox]');
  return key === 'Enter' && element.matches('button, a');
}
