import { boxesIn, contentAt, entriesOf, held } from './media-boxes.ts';

/** When the samples of a track are shown. Unit: ticks of the track. */
export interface Timeline {
  /** When the first one is; Infinity while there is none. */
  first: number;
  /** When the last one is over. */
  end: number;
  /** When the next one is decoded. */
  next: number;
  /** When each of the first ones is, in the order of decoding. */
  begins: number[];
}

/** The pace is that of the first frames; as many again stand behind them, since frames are not decoded in the order they are shown in. */
const paceFrames = 257;

export function emptyTimeline(): Timeline {
  return { first: Number.POSITIVE_INFINITY, end: 0, next: 0, begins: [] };
}

/** Adds samples that last equally long and are shown equally late. No sample is looked at by itself, however many a table claims. */
function addRun(
  timeline: Timeline,
  { count, delta, offset = 0 }: { count: number; delta: number; offset?: number },
): void {
  if (count === 0) return;
  const begin = timeline.next + offset;
  timeline.first = Math.min(timeline.first, begin);
  timeline.end = Math.max(timeline.end, begin + count * delta);
  timeline.next += count * delta;
  for (let step = 0; step < count && timeline.begins.length < 2 * paceFrames; step += 1)
    timeline.begins.push(begin + step * delta);
}

/** Adds the samples that the tables of a track tell. */
export function addTables(timeline: Timeline, stbl: DataView | undefined): void {
  const times = contentAt(stbl, 'stts');
  const sizes = contentAt(stbl, 'stsz') ?? contentAt(stbl, 'stz2');
  if (times === undefined || sizes === undefined) return;
  const late = contentAt(stbl, 'ctts');
  let left = sampleCount(sizes, contentAt(stbl, 'stsz') !== undefined);
  const delta = entriesFrom(times);
  const offset = late === undefined ? undefined : entriesFrom(late);
  while (left > 0 && delta.count > 0) {
    // Behind the end of its table nothing is shown late.
    const lateCount = offset === undefined || offset.count === 0 ? left : offset.count;
    const count = Math.min(left, delta.count, lateCount);
    addRun(timeline, { count, delta: delta.value >>> 0, offset: offset?.value ?? 0 });
    left -= count;
    delta.take(count);
    offset?.take(count);
  }
}

/** The entries of a table of counts and values, one by one: what is left of an entry, and its value. */
function entriesFrom(table: DataView) {
  const entries = entriesOf(table, 8);
  let index = -1;
  const state = {
    count: 0,
    /** Signed. */
    value: 0,
    take(count: number): void {
      state.count -= count;
      while (state.count === 0) {
        index += 1;
        if (index >= entries) {
          state.value = 0;
          return;
        }
        state.count = table.getUint32(8 + index * 8);
        state.value = table.getInt32(12 + index * 8);
      }
    },
  };
  state.take(0);
  return state;
}

/** How many samples a table of sizes tells. */
function sampleCount(sizes: DataView, isPlain: boolean): number {
  const count = sizes.getUint32(8);
  const isEqual = isPlain && sizes.getUint32(4) !== 0;
  const entryBytes = isEqual ? 0 : isPlain ? 4 : sizes.getUint8(7) / 8;
  return held(sizes, { count, headBytes: 12, entryBytes });
}

/** Adds the samples that a piece of a clip tells of a track. `usual` is how long a sample is where the piece does not tell. */
export function addPiece(timeline: Timeline, traf: DataView, usual: number): void {
  const header = contentAt(traf, 'tfhd');
  const begin = contentAt(traf, 'tfdt');
  if (header === undefined) return;
  if (begin !== undefined)
    timeline.next = begin.getUint8(0) === 0 ? begin.getUint32(4) : Number(begin.getBigUint64(4));
  const flags = header.getUint32(0);
  const at = 8 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4);
  const delta = (flags & 8) === 0 ? usual : header.getUint32(at);
  for (const { content, name } of boxesIn(traf)) if (name === 'trun') addSamples(timeline, content, delta);
}

function addSamples(timeline: Timeline, trun: DataView, usual: number): void {
  const flags = trun.getUint32(0);
  const count = trun.getUint32(4);
  const words = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0);
  const headBytes = 8 + ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4);
  const entryBytes = words.length * 4;
  held(trun, { count, headBytes, entryBytes });
  const [hasDelta, hasOffset] = [words.includes(0x100), words.includes(0x800)];
  // Samples that are all alike are one run, however many they are.
  if (!hasDelta && !hasOffset) {
    addRun(timeline, { count, delta: usual });
    return;
  }
  for (let at = headBytes; at < headBytes + count * entryBytes; at += entryBytes)
    addRun(timeline, {
      count: 1,
      delta: hasDelta ? trun.getUint32(at) : usual,
      offset: hasOffset ? trun.getInt32(at + entryBytes - 4) : 0,
    });
}

/** Frames per tick, by those that are shown first; undefined for fewer than two. */
export function paceOf({ begins }: Timeline): number | undefined {
  const shown = [...new Set(begins)].sort((one, other) => one - other).slice(0, paceFrames);
  const [first = 0, last = first] = [shown[0], shown.at(-1)];
  return last > first ? (shown.length - 1) / (last - first) : undefined;
}
