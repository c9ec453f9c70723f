import { endOfBoxes } from '../../media/rules/media-boxes.ts';
import { beginsWithBox, mediaKindOf, mediaKinds } from '../../media/rules/media-kind.ts';

/** The kinds of media that a download is checked for. */
const outputKinds = ['png', 'jpeg', 'gif', 'webp', 'mp4', 'mov', 'webm', 'wav'] as const;

export type OutputKind = (typeof outputKinds)[number];

/** How many first bytes are needed to tell a kind, and how long a box is. */
export const signatureBytes = 16;

/** Extensions that are not the name of their kind. */
const otherExtensions: Readonly<Record<string, OutputKind>> = { jpg: 'jpeg', m4v: 'mp4' };

/** The expected kind of a file by the first content type that names one. */
export function kindOfTypes(contentTypes: readonly (string | undefined)[]): OutputKind | undefined {
  return contentTypes.map(kindOfType).find((kind) => kind !== undefined);
}

function kindOfType(contentType = ''): OutputKind | undefined {
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  if (type === 'image/jpg') return 'jpeg';
  return outputKinds.find((kind) => mediaKinds[kind].contentType === type);
}

/**
 * The expected kind where only the file name tells. We may have guessed the extension, so other media is accepted as what it
 * begins as; a file that begins as no known media is judged by its name.
 */
export function kindOfName(fileName: string, head: Uint8Array): OutputKind | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const named = otherExtensions[extension] ?? outputKinds.find((kind) => kind === extension);
  if (named === undefined || hasSignature(named, head)) return named;
  return outputKinds.find((kind) => hasSignature(kind, head)) ?? named;
}

/** Tells whether a file begins as its kind must. `head` is the first `signatureBytes` bytes, or all of a shorter file. */
export function hasSignature(kind: OutputKind, head: Uint8Array): boolean {
  if (head.byteLength < signatureBytes) return false;
  return kind === 'mp4' || kind === 'mov' ? beginsWithBox(kind, head) : mediaKindOf(head) === kind;
}

/** Reads a span of an output; the result is shorter where the output ends. Unit: bytes. */
export type ReadBuffer = (offset: number, bytes: number) => Buffer;

const ends: Record<OutputKind, (read: ReadBuffer, bytes: number) => boolean> = {
  png: (read, bytes) => read(bytes - 8, 4).toString('latin1') === 'IEND',
  jpeg: (read, bytes) => read(Math.max(0, bytes - 64), 64).includes('\xff\xd9', 0, 'latin1'),
  gif: (read, bytes) => read(bytes - 1, 1)[0] === 0x3b,
  webp: endsAsRiff,
  wav: endsAsRiff,
  mp4: endsWithABox,
  mov: endsWithABox,
  // Its segments may have no known size, so its end can't be checked.
  webm: () => true,
};

/**
 * Tells whether a file ends as its kind must. It is for files that came without a length, where a connection that breaks looks like one
 * that is done.
 */
export function endsWhole(kind: OutputKind, read: ReadBuffer, bytes: number): boolean {
  return ends[kind](read, bytes);
}

function endsAsRiff(read: ReadBuffer, bytes: number): boolean {
  const sizeBytes = read(4, 4).readUInt32LE();
  return bytes >= sizeBytes + 8;
}

function endsWithABox(read: ReadBuffer, bytes: number): boolean {
  const { end, hasIndex } = endOfBoxes(read, bytes);
  return end === 'whole' && hasIndex;
}
