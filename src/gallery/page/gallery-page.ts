import type { DocumentFields } from '../../cli/documents/index.ts';

/** What a page shows: the document of `gallery` less the paths of this machine, for a page travels with its files. */
export interface GalleryPage {
  readonly left_out: number;
  readonly items: readonly PageItem[];
}

export type PageItem = Omit<DocumentFields<'genctl.gallery/v1'>['items'][number], 'path'>;
