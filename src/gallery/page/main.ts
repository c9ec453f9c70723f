/** The code of the page that `genctl gallery` writes: it is run by a browser, and asks nothing of anyone. */
import { readJson } from '../../schema/json/read-json.ts';
import { safeLine } from '../../text/safe-text.ts';
import { part } from './element.ts';
import { createGallery } from './gallery.ts';
import type { GalleryPage, PageItem } from './gallery-page.ts';
import { actionOf } from './keys.ts';

const page = readJson(part('items', HTMLScriptElement).textContent) as GalleryPage;
nameAfterFolder();
shapeFrames(page.items);
const gallery = createGallery(page);
document.addEventListener('keydown', (event) => {
  const action = gallery.isHelpOpen ? undefined : actionOf(event, gallery.view);
  if (action === undefined) return;
  event.preventDefault();
  gallery.act(action);
});

/** The page is called as its folder is. */
function nameAfterFolder(): void {
  const folder = location.pathname.split('/').at(-2) ?? '';
  if (folder !== '') document.title = `${safeLine(decoded(folder))} · gallery`;
}

/** A part of an address as it reads; one that is not UTF-8 as it stands there. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** All frames of the grid have one shape: that which most files have, as far as is known. */
function shapeFrames(items: readonly PageItem[]): void {
  const ratios = items.flatMap(({ ratio }) => ratio ?? []).sort((one, other) => one - other);
  const middle = ratios[Math.floor(ratios.length / 2)];
  if (middle !== undefined)
    document.documentElement.style.setProperty('--ratio', String(Math.min(Math.max(middle, 0.7), 1.78)));
}
