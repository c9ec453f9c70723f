import { boxesIn, contentAt, indexBoxes, nameAt, UnreadableClip } from './clip-boxes.ts';
import { clipContent } from './clip-content.ts';
import type { ReadSpan } from './media-boxes.ts';

/** Properties of a clip by their names: clips that are joined as they are share all of them. */
export type ClipForm = ReadonlyMap<string, string>;

/** A property whose value tells a person nothing. */
const settings = 'settings of the encoder';

/** The boxes of a `stsd` entry in which a codec has its settings. */
const settingBoxes: ReadonlySet<string> = new Set(['avcC', 'hvcC', 'av1C', 'vpcC']);

/**
 * The places of the level in `avcC` and in its first parameter set: how much a decoder has to bear, which an encoder may write by
 * what a clip shows. Unit: bytes.
 */
const levelsAt = [3, 11] as const;

/** The form of an MP4 or MOV file; undefined where it is no clip, or can't be read. @param bytes size of the file. */
export function clipForm(read: ReadSpan, bytes: number): ClipForm | undefined {
  const content = clipContent(read, bytes);
  if (content.kind !== 'pictures') return undefined;
  const { framesPerSecond = 0, height, width } = content.measures;
  try {
    const moov = [...indexBoxes(read, bytes)].find(({ name }) => name === 'moov')?.content;
    const pictures = trackOf(moov, 'vide');
    const sound = trackOf(moov, 'soun');
    return new Map([
      ['codec', pictures?.codec ?? ''],
      ['size', `${width}×${height}`],
      ['frames', `${Math.round(framesPerSecond * 100) / 100}/s`],
      ['sound', soundWords(sound)],
      ['ticks', `${pictures?.timescale ?? 0}/s`],
      [settings, pictures === undefined ? '' : settingsOf(pictures.entry)],
    ]);
  } catch (error) {
    // A RangeError is a box that ends within one of its fields.
    if (error instanceof UnreadableClip || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Says how a form differs from the usual one: `size 854×480, not 1280×720`. */
export function formDifferences(form: ClipForm, usual: ClipForm): string[] {
  return [...form]
    .filter(([name, value]) => value !== usual.get(name))
    .map(([name, value]) => (name === settings ? name : `${name} ${value}, not ${usual.get(name)}`));
}

interface Track {
  codec: string;
  /** The entry of `stsd`. */
  entry: DataView;
  /** Ticks a second. */
  timescale: number;
}

/** The first track of a kind. */
function trackOf(moov: DataView | undefined, kind: 'vide' | 'soun'): Track | undefined {
  for (const { content, name } of boxesIn(moov)) {
    const handler = name === 'trak' ? contentAt(content, 'mdia', 'hdlr') : undefined;
    if (handler === undefined || nameAt(handler, 8) !== kind) continue;
    const header = contentAt(content, 'mdia', 'mdhd');
    const [entry] = boxesIn(contentAt(content, 'mdia', 'minf', 'stbl', 'stsd'), 8);
    if (header === undefined || entry === undefined) continue;
    const timescale = header.getUint32(header.getUint8(0) === 1 ? 20 : 12);
    return { codec: entry.name, entry: entry.content, timescale };
  }
  return undefined;
}

function settingsOf(entry: DataView): string {
  for (const { content, name } of boxesIn(entry, 78))
    if (settingBoxes.has(name)) {
      const bytes = Buffer.copyBytesFrom(
        new Uint8Array(content.buffer, content.byteOffset, content.byteLength),
      );
      for (const at of name === 'avcC' ? levelsAt : []) if (at < bytes.length) bytes[at] = 0;
      return bytes.toString('hex');
    }
  return '';
}

/** The codec of a sound with its channels and samples a second. */
function soundWords(track: Track | undefined): string {
  if (track === undefined) return 'none';
  const { codec, entry, timescale } = track;
  const [channels, rate] = [entry.getUint16(16), entry.getUint16(24)];
  return `${codec} ${channels}×${rate} Hz${timescale === rate ? '' : ` in ticks of ${timescale}/s`}`;
}
