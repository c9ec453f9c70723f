import { contentOf, type Track, tracksIn } from './clip-content.ts';
import { boxesIn, ifReadable, type ReadSpan } from './media-boxes.ts';

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
  return ifReadable(() => {
    const tracks = tracksIn(read, bytes);
    const content = contentOf(tracks);
    const pictures = tracks.find(({ kind }) => kind === 'pictures');
    if (content.kind !== 'pictures' || pictures === undefined) return undefined;
    const { framesPerSecond = 0, height, width } = content.measures;
    return new Map([
      ['codec', pictures.entry.name],
      ['size', `${width}×${height}`],
      ['frames', `${Math.round(framesPerSecond * 100) / 100}/s`],
      ['sound', soundWords(tracks.find(({ kind }) => kind === 'sound'))],
      ['ticks', `${pictures.timescale}/s`],
      [settings, settingsOf(pictures.entry.content)],
    ]);
  });
}

/** Says how a form differs from the usual one: `size 854×480, not 1280×720`. */
export function formDifferences(form: ClipForm, usual: ClipForm): string[] {
  return [...form]
    .filter(([name, value]) => value !== usual.get(name))
    .map(([name, value]) => (name === settings ? name : `${name} ${value}, not ${usual.get(name)}`));
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
  const { entry, timescale } = track;
  const [channels, rate] = [entry.content.getUint16(16), entry.content.getUint16(24)];
  return `${entry.name} ${channels}×${rate} Hz${timescale === rate ? '' : ` in ticks of ${timescale}/s`}`;
}
