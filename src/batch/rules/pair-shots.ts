import type { FieldMarks } from '../../outputs/destinations/file-place.ts';
import { changedFields } from './request-fields.ts';
import { isRewriting, sheetReading } from './sheet-ids.ts';
import type { SheetReading } from './sheet-numbers.ts';

/** A shot that was sent, and that no line of the manifest has any more. */
export interface GoneShot {
  /** The id that it was first sent under. */
  shot: string;
  /** All ids that its line had, the newest last. */
  ids: readonly string[];
  /** The requests of its jobs, or of submits that got no answer. */
  requests: readonly FieldMarks[];
}

/** A line that nothing is known of. */
export interface UnknownLine {
  line: number;
  shot: string;
  fields: FieldMarks;
}

/** A gone shot, and the line that asks for the very same. */
export interface ShotPair<Gone extends GoneShot = GoneShot> {
  gone: Gone;
  line: number;
  /** The id of the line. */
  to: string;
  /** True if a spreadsheet may have made its id of that of the shot. */
  isRewritten: boolean;
}

/** The gone shots and the lines of one request. */
interface SameRequests<Gone> {
  fields: FieldMarks;
  gone: Gone[];
  lines: UnknownLine[];
}

/** Fields by which requests are sorted before they are compared. Links are not among them: one may have several marks. */
const sortedBy = ['route', 'model', 'prompt', 'seed'];

/** Pairs gone shots one to one with lines that ask for the very same. Of the lines only those are kept that may have a pair. */
export function createShotPairing<Gone extends GoneShot>(gone: Iterable<Gone>) {
  const sorted = new Map<string, SameRequests<Gone>[]>();
  const likeRequests = (fields: FieldMarks): SameRequests<Gone>[] | undefined =>
    sorted.get(sortedBy.map((name) => fields[name]).join());
  for (const one of gone)
    for (const fields of one.requests) {
      const known = likeRequests(fields);
      const same = known?.find((requests) => changedFields(requests.fields, fields).length === 0);
      if (same !== undefined) same.gone.push(one);
      else if (known !== undefined) known.push({ fields, gone: [one], lines: [] });
      else sorted.set(sortedBy.map((name) => fields[name]).join(), [{ fields, gone: [one], lines: [] }]);
    }
  return {
    /** Takes in a line that nothing is known of. */
    take(line: UnknownLine): void {
      const like = likeRequests(line.fields) ?? [];
      like.find(({ fields }) => changedFields(fields, line.fields).length === 0)?.lines.push(line);
    },
    /** The pairs, in the order of the lines. */
    pairs(): ShotPair<Gone>[] {
      const taken = new Set<Gone>();
      const pairs = [...sorted.values()].flat().flatMap((requests) => [...pairsOf(requests, taken)]);
      return pairs.sort((one, other) => one.line - other.line);
    },
  };
}

/** Pairs ids that a spreadsheet joins first, then the others in their order. */
function* pairsOf<Gone extends GoneShot>(
  { gone, lines }: SameRequests<Gone>,
  taken: Set<Gone>,
): Generator<ShotPair<Gone>> {
  if (lines.length === 0) return;
  const find = rewritingReader(gone, taken);
  const unpaired: UnknownLine[] = [];
  for (const { line, shot, fields } of lines) {
    const found = find(shot);
    if (found === undefined) unpaired.push({ line, shot, fields });
    else {
      taken.add(found);
      yield { gone: found, line, to: shot, isRewritten: true };
    }
  }
  const left = gone.filter((one) => !taken.has(one)).values();
  for (const { line, shot } of unpaired) {
    const { value } = left.next();
    if (value === undefined) return;
    taken.add(value);
    yield { gone: value, line, to: shot, isRewritten: false };
  }
}

/** Returns what finds a shot of whose id a spreadsheet may have made another one. */
function rewritingReader<Gone extends GoneShot>(
  gone: readonly Gone[],
  taken: ReadonlySet<Gone>,
): (id: string) => Gone | undefined {
  const known = new Map<string, { one: Gone; reading: SheetReading }[]>();
  for (const one of gone)
    for (const reading of one.ids.map(sheetReading))
      for (const key of keysOf(reading)) {
        const others = known.get(key);
        if (others === undefined) known.set(key, [{ one, reading }]);
        else others.push({ one, reading });
      }
  return (id) => {
    const reading = sheetReading(id);
    for (const key of keysOf(reading))
      for (const other of known.get(key) ?? [])
        if (!taken.has(other.one) && isRewriting(reading, other.reading)) return other.one;
    return undefined;
  };
}

function keysOf({ makes, same, shows }: SheetReading): Iterable<string> {
  return new Set([...same, ...makes, ...shows]);
}
