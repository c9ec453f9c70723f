import { readBySpans } from '../files/read-span.ts';
import { type FilePart, fileParts, formatOf, type PartFormat } from './rules/file-parts.ts';
import { ifReadable, type ReadSpan } from './rules/media-boxes.ts';
import { headBytes, type MediaKind, mediaKindOf } from './rules/media-kind.ts';

/**
 * Tells whether a file of this machine carries Content Credentials (a C2PA manifest) where its format has the place for them. Their
 * presence does not say whether they hold: genctl does not look at their signature, and does not touch the file. Undefined where the
 * file can't be read or has more parts than any has, and for kinds whose place genctl does not look for.
 */
export function carriesContentCredentials(path: string): boolean | undefined {
  try {
    return readBySpans(path, (read, bytes) => {
      const kind = mediaKindOf(read(0, headBytes));
      return kind === undefined ? undefined : hasContentCredentials(read, bytes, kind);
    });
  } catch {
    // The files of a job may be anywhere by now; of one that is not here nothing is told.
    return undefined;
  }
}

/** Tells whether a file of a known kind carries them. @param bytes size of the file. */
export function hasContentCredentials(read: ReadSpan, bytes: number, kind: MediaKind): boolean | undefined {
  const format = formatOf[kind];
  if (format === undefined) return undefined;
  return ifReadable(() => {
    for (const part of fileParts(format, read, bytes))
      if (part.name === stores[format].name && stores[format].begins.test(hexAt(part, read))) return true;
    return false;
  });
}

/** The part of each format in which they are, and with what its content begins, in hex; dots are any digits. */
const stores: Record<PartFormat, { name: string; begins: RegExp }> = {
  png: { name: 'caBX', begins: /^/ },
  riff: { name: 'C2PA', begins: /^/ },
  // After `uuid`, the name of the box of a manifest store.
  boxes: { name: 'uuid', begins: /^d8fec3d61b0e483c92975828877ec481/ },
  // `JP`, number and sequence of a JUMBF box; then that box, and the box that describes it, of the type `c2pa` with the end that all have.
  jpeg: { name: 'eb', begins: /^.{24}6a756d62.{8}6a756d646332706100110010800000aa00389b71/ },
};

function hexAt({ headBytes: head, offset }: FilePart, read: ReadSpan): string {
  return Buffer.from(read(offset + head, 40)).toString('hex');
}
