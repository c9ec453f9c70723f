import { isRewriting, sheetReading } from './sheet-ids.ts';
import type { SheetReading } from './sheet-numbers.ts';

/** A shot that was sent, and that no line of the manifest has any more. */
export interface GoneShot {
  /** The id that it was first sent under. */
  shot: string;
  /** All ids that its line had, the newest last. */
  ids: readonly string[];
  /** The requests of its jobs, or of submits that got no answer, by `knownKey`. */
  requests: readonly string[];
  /** True if it was sent from another manifest, which still has it: then no line of this one was renamed, but a spreadsheet may have copied it. */
  isElsewhere: boolean;
}

/** A line that nothing is known of. */
export interface UnknownLine {
  line: number;
  shot: string;
  /** The keys of its request, by `wantedKeys`. */
  requests: readonly string[];
}

/** A gone shot, and the line that seems to be the same. */
export interface ShotPair<Gone extends GoneShot = GoneShot> {
  gone: Gone;
  line: number;
  /** The id of the line. */
  to: string;
  /** True if a spreadsheet may have made its id of that of the shot. */
  isRewritten: boolean;
}

/**
 * Tells whether a person has to say what lines are before any is sent: a spreadsheet may have made their ids, or no line of the manifest
 * is known. Once a person has said of a batch that new ids are new shots, only a spreadsheet's are doubted.
 */
export function needsAnswer(
  pairs: readonly (Pick<ShotPair, 'isRewritten'> & { isChanged: boolean })[],
  { hasRetired, isEachGone }: { hasRetired: boolean; isEachGone: boolean },
): boolean {
  const isAnyDoubted = isEachGone && !hasRetired;
  return pairs.some(({ isChanged, isRewritten }) => !isChanged && (isRewritten || isAnyDoubted));
}

/** Takes in lines of which nothing is known, and pairs shots with them. Of the lines only those are kept that may have a pair. */
export interface ShotPairing<Gone extends GoneShot> {
  take(line: UnknownLine): void;
  /** The pairs, in the order of the lines. Each shot and each line is in one pair at most. */
  pairs(): ShotPair<Gone>[];
}

/** Pairs gone shots with lines that ask for the very same: first those whose ids a spreadsheet joins, then the others in their order. */
export function pairRequests<Gone extends GoneShot>(gone: Iterable<Gone>): ShotPairing<Gone> {
  const same = new Map<string, { gone: Gone[]; lines: UnknownLine[] }>();
  for (const one of gone)
    for (const request of one.requests) {
      const known = same.get(request);
      if (known === undefined) same.set(request, { gone: [one], lines: [] });
      // Several attempts of a shot are of one request.
      else if (known.gone.at(-1) !== one) known.gone.push(one);
    }
  return {
    take(line) {
      const request = line.requests.find((key) => same.has(key));
      if (request !== undefined) same.get(request)?.lines.push(line);
    },
    pairs() {
      const taken = new Set<Gone>();
      return inOrder([...same.values()].flatMap(({ gone, lines }) => [...pairsOf(gone, lines, taken)]));
    },
  };
}

/** Pairs gone shots with lines whose ids a spreadsheet may have made of theirs, whatever they ask for. */
export function pairRewrittenIds<Gone extends GoneShot>(gone: Iterable<Gone>): ShotPairing<Gone> {
  const taken = new Set<Gone>();
  const find = rewritingReader(gone, taken);
  const pairs: ShotPair<Gone>[] = [];
  return {
    take({ line, shot }) {
      const found = find(shot);
      if (found === undefined) return;
      taken.add(found);
      pairs.push({ gone: found, line, to: shot, isRewritten: true });
    },
    pairs: () => inOrder(pairs),
  };
}

function inOrder<Gone extends GoneShot>(pairs: readonly ShotPair<Gone>[]): ShotPair<Gone>[] {
  return [...pairs].sort((one, other) => one.line - other.line);
}

/** Pairs the shots and lines of one request. */
function* pairsOf<Gone extends GoneShot>(
  gone: readonly Gone[],
  lines: readonly UnknownLine[],
  taken: Set<Gone>,
): Generator<ShotPair<Gone>> {
  if (lines.length === 0) return;
  const find = rewritingReader(gone, taken);
  const unpaired: UnknownLine[] = [];
  for (const line of lines) {
    const found = find(line.shot);
    if (found === undefined) unpaired.push(line);
    else {
      taken.add(found);
      yield { gone: found, line: line.line, to: line.shot, isRewritten: true };
    }
  }
  const left = gone.filter((one) => !taken.has(one) && !one.isElsewhere).values();
  for (const { line, shot } of unpaired) {
    const { value } = left.next();
    if (value === undefined) return;
    taken.add(value);
    yield { gone: value, line, to: shot, isRewritten: false };
  }
}

/** Returns what finds a shot that is not taken, and of whose id a spreadsheet may have made another one. */
function rewritingReader<Gone extends GoneShot>(
  gone: Iterable<Gone>,
  taken: ReadonlySet<Gone>,
): (id: string) => Gone | undefined {
  const known = new Map<string, Gone[]>();
  for (const one of gone)
    for (const key of new Set(one.ids.flatMap((id) => keysOf(sheetReading(id))))) {
      const others = known.get(key);
      if (others === undefined) known.set(key, [one]);
      else others.push(one);
    }
  return (id) => {
    const reading = sheetReading(id);
    const isSame = (one: Gone): boolean =>
      !taken.has(one) && one.ids.some((other) => isRewriting(reading, sheetReading(other)));
    for (const key of keysOf(reading)) {
      const found = known.get(key)?.find(isSame);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function keysOf({ makes, same, shows }: SheetReading): string[] {
  return [...same, ...makes, ...shows];
}
