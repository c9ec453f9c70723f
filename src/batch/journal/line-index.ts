/** A line of a file by the places of its bytes: its first, and the first behind its line break. */
interface LinePlace {
  from: number;
  to: number;
}

/**
 * Finds the lines of a name in a file that is too large to be kept in memory: 8 bytes a line, and 16 a name at most. Names are
 * told apart by 32 bits of a hash, so that a few lines of another name may come with those of one: whoever reads them looks at
 * the name that they give.
 */
export interface LineIndex {
  /** Adds the next line of the file, under its name where it has one. Each begins where the one before ends. */
  add(name: string | undefined, to: number): void;
  /** How many names there are, but for those whose hashes are the same. */
  readonly names: number;
  /** The lines of a name, the newest first. */
  linesOf(name: string): Generator<LinePlace>;
}

const segmentLines = 2 ** 16;
const none = 0;

/** Lines of a segment, by their places from its beginning on; and for each the line before it of the same name, counted from 1. */
interface Segment {
  begins: number;
  places: Uint32Array;
  before: Uint32Array;
}

/** @param seed keeps whoever writes a file from choosing names that all have one hash. */
export function createLineIndex(seed: number): LineIndex {
  const segments: Segment[] = [];
  const newest = createNewestLines();
  let lines = 0;
  let end = 0;

  function segmentOf(line: number): Segment {
    const segment = segments[Math.floor(line / segmentLines)];
    if (segment === undefined) throw new Error(`no line ${line}`);
    return segment;
  }
  function beginOf(line: number): number {
    if (line === lines) return end;
    const { begins, places } = segmentOf(line);
    return begins + (places[line % segmentLines] ?? 0);
  }

  return {
    add(name, to) {
      if (lines % segmentLines === 0) {
        segments.push({
          begins: end,
          places: new Uint32Array(segmentLines),
          before: new Uint32Array(segmentLines),
        });
      }
      const { begins, places, before } = segmentOf(lines);
      places[lines % segmentLines] = end - begins;
      if (name !== undefined) before[lines % segmentLines] = newest.put(hashOf(name, seed), lines + 1);
      lines += 1;
      end = to;
    },
    get names() {
      return newest.names;
    },
    *linesOf(name) {
      let line = newest.of(hashOf(name, seed));
      while (line !== none) {
        yield { from: beginOf(line - 1), to: beginOf(line) };
        line = segmentOf(line - 1).before[(line - 1) % segmentLines] ?? none;
      }
    },
  };
}

/** The newest line of each name, counted from 1, by the name's hash, in open addressing. */
function createNewestLines() {
  let table = { lines: new Uint32Array(1024), hashes: new Uint32Array(1024) };
  let names = 0;

  function slotOf(hash: number): number {
    const mask = table.lines.length - 1;
    let slot = hash & mask;
    while (table.lines[slot] !== none && table.hashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }
  function set(hash: number, line: number): number {
    const slot = slotOf(hash);
    const before = table.lines[slot] ?? none;
    table.lines[slot] = line;
    table.hashes[slot] = hash;
    return before;
  }
  function grow(): void {
    const old = table;
    const size = old.lines.length * 2;
    table = { lines: new Uint32Array(size), hashes: new Uint32Array(size) };
    for (const [slot, line] of old.lines.entries()) if (line !== none) set(old.hashes[slot] ?? 0, line);
  }
  return {
    get names(): number {
      return names;
    },
    of: (hash: number): number => table.lines[slotOf(hash)] ?? none,
    /** Returns the line that was the newest until now. */
    put(hash: number, line: number): number {
      const before = set(hash, line);
      if (before === none) names += 1;
      if (names * 4 > table.lines.length * 3) grow();
      return before;
    },
  };
}

/**
 * FNV-1a over the UTF-16 units, begun with the seed, and mixed at its end. Unit: 32 bits without sign. MurmurHash3 would not do
 * here: there are texts that have one hash with whatever seed it begins.
 */
function hashOf(name: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) | 0;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
