import { createHash } from 'node:crypto';
import type { FileContent } from '../../files/same-file.ts';
import { boxesMost } from '../../media/rules/media-boxes.ts';
import { beginsWithBox, mediaKindOf, mediaKinds } from '../../media/rules/media-kind.ts';

/**
 * The receiver of the bytes of an output as they come: a file beside its final name, or an object of a store. Its methods throw CliError.
 */
export interface OutputSink {
  /** The place that keeps the received bytes when the download can't be finished; undefined where nothing is kept. */
  readonly keptAs: string | undefined;
  /** A promise asks the sender to wait. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Drops all bytes and starts again from zero. */
  restart(): Promise<void>;
  /** Puts the last bytes where they are to be, durably. */
  seal(): Promise<void>;
  /** Gives what was sealed its final name, and resolves with that. */
  finish(content: FileContent): Promise<string>;
  /** Gives up. Keeps what was received where that can be looked at and `keep` is set, else removes it. Never rejects. */
  abandon(keep: boolean): Promise<void>;
}

/** An end of JPEG may be followed by some padding. */
const tailBytes = 64;
const nothing: Buffer = Buffer.alloc(0);

/**
 * The bytes of an output as they came: their number, their digest, the first and the last of them. A clip is walked from box to box, too.
 * That is enough to see whether they end as their kind must.
 */
export class ReceivedBytes {
  bytes = 0;
  /** How many there will be, as far as their host tells. */
  totalBytes: number | undefined;
  /** The first bytes, enough to tell what it is. */
  head = nothing;
  tail = nothing;
  /** The walk: where the next box of a clip begins, and what came of its header. It is `NaN` behind what is no box, and infinite behind the last. */
  #box = { offset: 0, header: nothing, count: 0, hasIndex: false };
  #hash = createHash('sha256');

  add(chunk: Uint8Array): void {
    if (this.head.length < signatureBytes)
      this.head = Buffer.concat([this.head, chunk.subarray(0, signatureBytes - this.head.length)]);
    if (
      this.head.length < signatureBytes ||
      beginsWithBox('mp4', this.head) ||
      beginsWithBox('mov', this.head)
    )
      this.#walk(chunk);
    this.tail = Buffer.concat([this.tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
    this.#hash.update(chunk);
    this.bytes += chunk.byteLength;
  }

  /** Starts again from zero. */
  forget(): void {
    Object.assign(this, { bytes: 0, totalBytes: undefined, head: nothing, tail: nothing });
    this.#box = { offset: 0, header: nothing, count: 0, hasIndex: false };
    this.#hash = createHash('sha256');
  }

  /** SHA-256 in hex. Asked once, after the last byte. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  /** Tells whether the bytes end as their kind must. Asked after the last one, where nobody said how many there would be. */
  endsWhole(kind: OutputKind): boolean {
    return ends[kind](this);
  }

  /** True if the last box of a clip ends here, and one has its index, without which nothing can be played. */
  get endsWithBox(): boolean {
    const { hasIndex, header, offset } = this.#box;
    return hasIndex && header.length === 0 && (offset === this.bytes || offset === Number.POSITIVE_INFINITY);
  }

  #walk(chunk: Uint8Array): void {
    const box = this.#box;
    const take = (length: number): boolean => {
      const from = box.offset + box.header.length - this.bytes;
      box.header = Buffer.concat([box.header, chunk.subarray(from, from + length - box.header.length)]);
      return box.header.length === length;
    };
    while (box.offset + box.header.length < this.bytes + chunk.length && box.count < boxesMost) {
      if (box.header.length < 8 && !take(8)) return;
      const short = box.header.readUInt32BE(0);
      if (short === 1 && !take(16)) return;
      const length = short === 1 ? Number(box.header.readBigUInt64BE(8)) : short;
      box.hasIndex ||= box.header.toString('latin1', 4, 8) === 'moov';
      // A size of 0 reaches to the end; one below a header's is no box.
      box.offset +=
        length === 0 ? Number.POSITIVE_INFINITY : length < box.header.length ? Number.NaN : length;
      box.header = nothing;
      box.count += 1;
    }
  }
}

/** The kinds of media that a download is checked for. */
const outputKinds = ['png', 'jpeg', 'gif', 'webp', 'mp4', 'mov', 'webm', 'wav'] as const;

export type OutputKind = (typeof outputKinds)[number];

/** How many first bytes are needed to tell a kind, and how long a box is. */
export const signatureBytes = 16;

/** Extensions that are not the name of their kind. */
const otherExtensions: Readonly<Record<string, OutputKind>> = { jpg: 'jpeg', m4v: 'mp4' };

/** The kind that a content type names. */
export function kindOfType(contentType = ''): OutputKind | undefined {
  const type = contentType.split(';')[0]?.trim().toLowerCase().replace('image/jpg', 'image/jpeg');
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

const ends: Record<OutputKind, (received: ReceivedBytes) => boolean> = {
  png: ({ tail }) => tail.subarray(-8, -4).toString('latin1') === 'IEND',
  jpeg: ({ tail }) => tail.includes('\xff\xd9', 0, 'latin1'),
  gif: ({ tail }) => tail.at(-1) === 0x3b,
  webp: endsAsRiff,
  wav: endsAsRiff,
  mp4: ({ endsWithBox }) => endsWithBox,
  mov: ({ endsWithBox }) => endsWithBox,
  // Its segments may have no known size, so its end can't be checked.
  webm: () => true,
};

function endsAsRiff({ bytes, head }: ReceivedBytes): boolean {
  return bytes >= head.readUInt32LE(4) + 8;
}
