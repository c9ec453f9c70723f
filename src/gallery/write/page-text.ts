import { packageFile } from '../../cli/package-file.ts';
import type { Surroundings } from '../../cli/surroundings.ts';
import { escapeJsonControls } from '../../text/safe-text.ts';
import type { GalleryPage } from '../page/gallery-page.ts';

/** What stands in the page that was built until the items stand there. */
const placeholder = '"ITEMS"';

/** The whole text of a page: markup, style and code as they were built, and the items as JSON between them. */
export async function pageText(
  around: Pick<Surroundings, 'packageFolder'>,
  page: GalleryPage,
): Promise<string> {
  const built = await packageFile(around, {
    code: 'page_missing',
    path: 'dist/gallery.html',
    what: 'the page without its items',
  });
  return built.replace(placeholder, () => jsonForHtml(page));
}

/** A value as JSON that can stand in a script element: no letter of it begins markup, and none hides or reorders text. */
export function jsonForHtml(value: unknown): string {
  return escapeJsonControls(JSON.stringify(value))
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
}
