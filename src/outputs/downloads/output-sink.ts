import { createHash } from 'node:crypto';
import type { FileContent } from '../../files/same-file.ts';
import { boxesMost, endOfBoxes } from '../../media/rules/media-boxes.ts';
import { beginsWithBox, mediaKindOf, mediaKinds } from '../../media/rules/media-kind.ts';

/**
 * The receiver of the bytes of an output as they come: a file beside its final name, or an object of a store. Its methods throw CliError.
 */
export interface OutputSink extends Pick<ReceivedBytes, 'bytes' | 'endsWhole' | 'head'> {
  /** The place that keeps the received bytes when the download can't be finished; undefined where nothing is kept. */
  readonly keptAs: string | undefined;
  /** Hears how long the output will be, as far as its host tells. Unit: bytes. */
  expects?(bytes: number | undefined): void;
  /** A promise asks the sender to wait. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Drops all bytes and starts again from zero. */
  restart(): Promise<void>;
  /** Puts the last bytes where they are to be, durably, and resolves with the SHA-256 of all, in hex. */
  seal(): Promise<string>;
  /** Gives what was sealed its final name, and resolves with that. */
  finish(content: FileContent): Promise<string>;
  /** Gives up. Keeps what was received where that can be looked at and `keep` is set, else removes it. Never rejects. */
  abandon(keep: boolean): Promise<void>;
}

/** An end of JPEG may be followed by some padding. */
const tailBytes = 64;
const nothing: Buffer = Buffer.alloc(0);

/**
 * The bytes of an output as they came: their number, their digest, the first and the last of them. Of a clip it has the header of each box,
 * too. That is enough to see whether they end as their kind must.
 */
export class ReceivedBytes {
  bytes = 0;
  /** The first bytes, enough to tell what it is. */
  head = nothing;
  #tail = nothing;
  #boxes = new Map<number, Buffer>();
  #box = { offset: 0, header: nothing };
  #hash = createHash('sha256');

  add(chunk: Uint8Array): void {
    if (this.head.length < signatureBytes)
      this.head = Buffer.concat([this.head, chunk.subarray(0, signatureBytes - this.head.length)]);
    if (this.head.length < signatureBytes || this.#isClip()) this.#noteBoxes(chunk);
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
    this.#hash.update(chunk);
    this.bytes += chunk.byteLength;
  }

  /** Starts again from zero. */
  forget(): void {
    Object.assign(this, { bytes: 0, head: nothing });
    this.#tail = nothing;
    this.#boxes.clear();
    this.#box = { offset: 0, header: nothing };
    this.#hash = createHash('sha256');
  }

  /** SHA-256 in hex. Asked once, after the last byte. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  /** Tells whether the bytes end as their kind must. Asked after the last one, where nobody said how many there would be. */
  endsWhole(kind: OutputKind): boolean {
    return endsWhole(kind, (offset, bytes) => this.#read(offset, bytes), this.bytes);
  }

  #isClip(): boolean {
    return beginsWithBox('mp4', this.head) || beginsWithBox('mov', this.head);
  }

  #noteBoxes(chunk: Uint8Array): void {
    const end = this.bytes + chunk.length;
    while (this.#boxes.size < boxesMost && this.#box.offset + this.#box.header.length < end) {
      const { header, offset } = this.#box;
      const from = offset + header.length - this.bytes;
      const known = Buffer.concat([header, chunk.subarray(from, from + signatureBytes - header.length)]);
      this.#box = { offset, header: known };
      if (known.length < signatureBytes) return;
      this.#boxes.set(offset, known);
      const short = known.readUInt32BE(0);
      const boxBytes = short === 1 ? Number(known.readBigUInt64BE(8)) : short;
      // A size of 0 reaches to the end; one below a header's is no box. Both end the walk. The next box may begin in what is read already.
      this.#box =
        boxBytes < 8
          ? { offset: Number.POSITIVE_INFINITY, header: nothing }
          : { offset: offset + boxBytes, header: known.subarray(boxBytes) };
    }
  }

  #read(offset: number, spanBytes: number): Buffer {
    const from = Math.max(0, offset);
    const header = this.#boxes.get(from) ?? (from === this.#box.offset ? this.#box.header : undefined);
    if (header !== undefined && this.#isClip()) return header.subarray(0, spanBytes);
    if (from + spanBytes <= this.head.length) return this.head.subarray(from, from + spanBytes);
    const inTail = from - (this.bytes - this.#tail.length);
    return inTail < 0 ? nothing : this.#tail.subarray(inTail, inTail + spanBytes);
  }
}

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
type ReadBuffer = (offset: number, bytes: number) => Buffer;

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
function endsWhole(kind: OutputKind, read: ReadBuffer, bytes: number): boolean {
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
