import { extname } from 'node:path';
import type { DocumentFields } from '../cli/documents/index.ts';
import type { PricedJob } from '../money/rules/likeness.ts';

/** A file of the page, or a job that has none here, as `--json` prints it. */
export type GalleryItem = DocumentFields<'genctl.gallery/v1'>['items'][number];

/** A page of more than this is no help any more, whatever the limit. */
export const itemsMost = 5_000;

/** The job that may follow an item: its command, what that names, and by what its charge is told. */
export interface NextJob {
  command: 'finalize' | 'rerun';
  of: { job: string } | { file: string };
  /** The charge of the job itself, where its request is made again. Unit: USD. */
  knownUsd: number | null;
  like: PricedJob;
}

/** An item before it is known where its page lies, and what a next job would cost. */
export interface ShownFile extends Omit<GalleryItem, 'link' | 'poster' | 'next'> {
  posterPath: string | null;
  next: NextJob | null;
}

/** Facts of the job of a file, alike for all files of the job. */
export type ShownJob = Omit<ShownFile, 'output' | 'media' | 'path' | 'posterPath' | 'bytes' | 'missing'>;

type Medium = NonNullable<GalleryItem['media']>;

const extensions: Readonly<Record<string, Medium>> = {
  ...mediumOf('image', 'png jpg jpeg webp gif avif bmp svg heic tiff tif jxl'),
  ...mediumOf('video', 'mp4 mov webm m4v mkv avi'),
  ...mediumOf('audio', 'mp3 wav m4a aac ogg flac'),
};

/** The medium of a file, by its name; undefined where that is no medium that a page shows. */
export function mediumOfName(path: string): Medium | undefined {
  const extension = extname(path).slice(1).toLowerCase();
  return Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
}

/** A medium in the service's words; null for another word. */
export function mediumOfWord(word: string | undefined): Medium | null {
  return word === 'image' || word === 'video' || word === 'audio' ? word : null;
}

function mediumOf(medium: Medium, names: string): Record<string, Medium> {
  return Object.fromEntries(names.split(' ').map((name) => [name, medium]));
}
