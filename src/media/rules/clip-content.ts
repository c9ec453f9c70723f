import type { ClipMeasures } from '../../service/checks/reference-media.ts';
import { addPiece, addTables, emptyTimeline, paceOf, type Timeline } from './clip-timeline.ts';
import {
  type Box,
  boxesIn,
  contentAt,
  entriesOf,
  ifReadable,
  indexBoxes,
  nameAt,
  type ReadSpan,
  UnreadableClip,
} from './media-boxes.ts';

/** The content of a file: pictures, sound alone, or nothing that can be read. */
export type ClipContent =
  | { kind: 'pictures'; measures: ClipMeasures; hasSound: boolean }
  | { kind: 'sound' }
  | { kind: 'nothing' };

interface Track {
  id: number;
  kind: 'pictures' | 'sound';
  isEnabled: boolean;
  /** As it is shown: turned, with square pixels. Of sound zero. Unit: px. */
  size: { width: number; height: number };
  /** Ticks a second. */
  timescale: number;
  /** The shift that its edit list adds to each time. Unit: ticks. */
  shift: number;
  /** How long a sample of a piece is that does not tell. Unit: ticks. */
  usual: number;
  timeline: Timeline;
  /** The entry of `stsd`, whose name is the codec. */
  entry: Box;
}

/** A clip has some tracks; one of very many is made to be slow. */
const tracksMost = 100;

/**
 * Measures an MP4 or MOV file as it is shown: after rotation, with square pixels. It takes time and memory by the bytes of the
 * file's index, of which it reads 64 MiB at most. It never takes them by a number that is written in the file. A file that claims
 * more than it holds, or makes no sense, holds `nothing`.
 *
 * @param bytes size of the file.
 * @see service document §2.7, reference clip requirements
 */
export function clipContent(read: ReadSpan, bytes: number): ClipContent {
  return ifReadable(() => contentOf(tracksIn(read, bytes))) ?? { kind: 'nothing' };
}

/** The tracks of a clip. Throws as boxes do that can't be read. */
function tracksIn(read: ReadSpan, bytes: number): Track[] {
  const boxes = [...indexBoxes(read, bytes)];
  const tracks = tracksOf(boxes.find(({ name }) => name === 'moov')?.content);
  for (const { content, name } of boxes) if (name === 'moof') addPieces(tracks, content);
  return tracks;
}

/** The kind of a clip by all its tracks. */
function contentOf(tracks: readonly Track[]): ClipContent {
  const hasSound = tracks.some(({ kind }) => kind === 'sound');
  const pictures = tracks.filter(({ kind }) => kind === 'pictures');
  const main = pictures.find(({ isEnabled }) => isEnabled) ?? pictures[0];
  if (main === undefined) return { kind: hasSound ? 'sound' : 'nothing' };
  const pace = paceOf(main.timeline);
  const framesPerSecond = pace === undefined ? undefined : pace * main.timescale;
  return {
    kind: 'pictures',
    measures: { ...main.size, framesPerSecond, seconds: secondsOf(tracks) },
    hasSound,
  };
}

/** From the first sample of any track to the end of the last. A negative begin counts as zero: an edit list hides the frames before zero. */
function secondsOf(tracks: readonly Track[]): number {
  const shown = tracks.filter(({ timeline }) => timeline.first !== Number.POSITIVE_INFINITY);
  const begins = shown.map(({ shift, timeline, timescale }) => (timeline.first + shift) / timescale);
  const ends = shown.map(({ shift, timeline, timescale }) => (timeline.end + shift) / timescale);
  return shown.length === 0 ? 0 : Math.max(...ends) - Math.max(0, Math.min(...begins));
}

function tracksOf(moov: DataView | undefined): Track[] {
  const tracks: Track[] = [];
  const movie = contentAt(moov, 'mvhd');
  if (movie === undefined) return tracks;
  for (const { content, name } of boxesIn(moov)) {
    if (name !== 'trak') continue;
    const track = trackOf(content, movie);
    if (track !== undefined) tracks.push(track);
    if (tracks.length > tracksMost) throw new UnreadableClip();
  }
  for (const { content, name } of boxesIn(contentAt(moov, 'mvex'))) {
    const track = name === 'trex' ? tracks.find(({ id }) => id === content.getUint32(4)) : undefined;
    if (track !== undefined) track.usual = content.getUint32(12);
  }
  return tracks;
}

const kinds: Readonly<Record<string, Track['kind']>> = { vide: 'pictures', soun: 'sound' };

function trackOf(trak: DataView, movie: DataView): Track | undefined {
  const header = contentAt(trak, 'tkhd');
  const handler = contentAt(trak, 'mdia', 'hdlr');
  const media = contentAt(trak, 'mdia', 'mdhd');
  const stbl = contentAt(trak, 'mdia', 'minf', 'stbl');
  const [entry] = boxesIn(contentAt(stbl, 'stsd'), 8);
  if (header === undefined || handler === undefined || media === undefined || entry === undefined)
    return undefined;
  const kind = kinds[nameAt(handler, 8)];
  const timescale = timescaleOf(media);
  if (kind === undefined || timescale === 0) return undefined;
  const isTurned =
    isTurnedBy(header, isLong(header) ? 52 : 40) !== isTurnedBy(movie, isLong(movie) ? 48 : 36);
  const timeline = emptyTimeline();
  addTables(timeline, stbl);
  return {
    id: header.getUint32(isLong(header) ? 20 : 12),
    kind,
    isEnabled: (header.getUint8(3) & 1) === 1,
    size: kind === 'sound' ? { width: 0, height: 0 } : sizeOf(entry.content, isTurned),
    timescale,
    shift: shiftOf(contentAt(trak, 'edts', 'elst'), timescale / timescaleOf(movie)),
    usual: 0,
    timeline,
    entry,
  };
}

/** Tells whether times in a header have 64 bits. */
function isLong(header: DataView): boolean {
  return header.getUint8(0) === 1;
}

function timescaleOf(header: DataView): number {
  return header.getUint32(isLong(header) ? 20 : 12);
}

/** Tells whether a matrix swaps the sides. */
function isTurnedBy(header: DataView, at: number): boolean {
  return Math.abs(header.getInt32(at + 4)) > Math.abs(header.getInt32(at));
}

/** The size that an entry of `stsd` tells, with square pixels. */
function sizeOf(entry: DataView, isTurned: boolean): Track['size'] {
  let [width, height] = [entry.getUint16(24), entry.getUint16(26)];
  for (const { content, name } of boxesIn(entry, 78)) {
    if (name !== 'pasp') continue;
    const [across, down] = [content.getUint32(0), content.getUint32(4)];
    if (across === 0 || down === 0) continue;
    if (across > down) width = Math.round((width * across) / down);
    else height = Math.round((height * down) / across);
  }
  return isTurned ? { width: height, height: width } : { width, height };
}

/** The shift that the first edit of a list adds to each time, with the pauses before it. @param ticks of the track in one of the movie. */
function shiftOf(list: DataView | undefined, ticks: number): number {
  if (list === undefined) return 0;
  const entryBytes = isLong(list) ? 20 : 12;
  const entries = entriesOf(list, entryBytes);
  let pauses = 0;
  for (let at = 8; at < 8 + entries * entryBytes; at += entryBytes) {
    const [lasts, from] = isLong(list)
      ? [Number(list.getBigUint64(at)), Number(list.getBigInt64(at + 8))]
      : [list.getUint32(at), list.getInt32(at + 4)];
    if (from !== -1) return pauses * ticks - from;
    pauses += lasts;
  }
  return 0;
}

function addPieces(tracks: readonly Track[], moof: DataView): void {
  for (const { content, name } of boxesIn(moof)) {
    const id = name === 'traf' ? contentAt(content, 'tfhd')?.getUint32(4) : undefined;
    const track = id === undefined ? undefined : tracks.find((one) => one.id === id);
    if (track !== undefined) addPiece(track.timeline, content, track.usual);
  }
}

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
