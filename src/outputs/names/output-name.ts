import { unlessCliError } from '../../errors/cli-error.ts';
import {
  countsUp,
  fileName,
  type NameFields,
  namesBeginning,
  numberedPath,
} from '../../files/name-template.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { requestOf, seedOf } from '../../ledger/rendered-requests.ts';
import { extensionOfType } from '../../media/rules/media-kind.ts';
import { askedFields, promptText } from '../../service/body/asked-fields.ts';
import type { Output } from '../../service/job.ts';
import { jobIdPrefix } from '../../service/wire-values.ts';
import { oncePer } from '../../text/once.ts';
import { slugOf } from '../../text/slug.ts';
import { ownerOf } from './sidecar-place.ts';

/** The output to name, and the request that rendered it: a final is rendered with its draft's seed. */
interface NamedOutput {
  output: Output;
  index: number;
  rendered: unknown;
}

/** Makes the name of an output within its place, by a template, the beginning of the job's id, and the number that `{v}` counts up. */
export type NameOf = (template: string, id8: string, v: number) => string;

/** The name that a template gives an output. */
export function outputName(record: JobRecord, of: NamedOutput): NameOf {
  return (template, id8, v) => fileName(template, nameFields(record, of, { id8, v }));
}

/** How far `{v}` counts, and a number that is added to a name. */
const [countMost, suffixMost] = [999_999, 9_999];

/**
 * The paths that an output may get, in the order in which they are tried: `take-001.png`, `take-002.png` where the template counts up,
 * else `hero.png`, `hero-2.png`. `nameOf` gives a path by the number that the template counts up.
 */
export function* pathsToTry(template: string, nameOf: (v: number) => string): Generator<string, void> {
  const isCounted = countsUp(template);
  const first = nameOf(1);
  yield first;
  let before = first;
  for (let number = 2; number <= (isCounted ? countMost : suffixMost); number += 1) {
    const counted = isCounted ? nameOf(number) : before;
    // A long name may be cut before its number; then counting on would not change it.
    yield counted === before ? numberedPath(first, number) : counted;
    before = counted;
  }
}

/** A beginning of an id in a name has so many signs at least, without the prefix of v2. */
export const signsLeast = 8;

/** An id without the prefix that every id of v2 has. */
export function bareId(id: string): string {
  return id.length > jobIdPrefix.length && id.startsWith(jobIdPrefix) ? id.slice(jobIdPrefix.length) : id;
}

/**
 * Tells whether a file has the name that a template gives. It may have a number that was added because the name was taken, or any number
 * that the template counts up to; and any beginning of the id, because others that begin alike may have come or gone since. A file under
 * another name or in another folder does not count, so the output is fetched once more.
 */
export function isNamedBy(
  path: string,
  template: string,
  { id, nameOf }: { id: string; nameOf: NameOf },
): boolean {
  const numbers = countsUp(template) ? [...path.matchAll(/\d{1,9}/g)].map(([digits]) => Number(digits)) : [1];
  const bare = bareId(id);
  const more = namesBeginning(template) ? Math.max(0, bare.length - signsLeast) : 0;
  // The shortest first.
  const beginnings = Array.from({ length: more + 1 }, (_, count) => bare.slice(0, signsLeast + count));
  return beginnings.some((id8) => numbers.some((v) => isNumbered(path, nameOf(template, id8, v))));
}

/**
 * Tells whether a file has a name that one of several templates gives an output, as `isNamedBy` does. A file also keeps the name that it
 * got when its job listed fewer outputs before it.
 */
export function isOutputName(
  path: string,
  templates: readonly string[],
  { index, pathOf, record, ...of }: NamedOutput & { record: JobRecord; pathOf: (name: string) => string },
): boolean {
  for (let number = index; number >= 0; number -= 1) {
    const named = outputName(record, { ...of, index: number });
    const nameOf: NameOf = (...parts) => pathOf(named(...parts));
    if (templates.some((template) => isNamedBy(path, template, { id: record.id, nameOf }))) return true;
  }
  return false;
}

/** Tells whether a path is the wanted one, or that with a number: `hero-2.png` is `hero.png` where that name was taken. */
function isNumbered(path: string, wanted: string): boolean {
  if (path === wanted) return true;
  const extension = /\.[^./\\]+$/.exec(wanted)?.[0] ?? '';
  const stem = wanted.slice(0, wanted.length - extension.length);
  if (!path.startsWith(`${stem}-`) || !path.endsWith(extension)) return false;
  return /^-\d{1,4}$/.test(path.slice(stem.length, path.length - extension.length));
}

/** Few templates name it, the prompt of a batch's shot may be long, and a name is made for each beginning of the id. */
const slugOfOutput = oncePer(({ rendered }: NamedOutput) => slugOf(promptText(rendered) ?? ''));

function nameFields(
  record: JobRecord,
  of: NamedOutput,
  { id8, v }: Pick<NameFields, 'id8' | 'v'>,
): NameFields {
  const { index, output, rendered } = of;
  const { job, intent } = record;
  const request = requestOf(record);
  return {
    id: record.id,
    id8,
    n: index + 1,
    model: job.model ?? intent?.model,
    date: (job.created_at ?? record.recorded_at).slice(0, 10),
    seed: seedOf(rendered),
    once: intent?.once ?? undefined,
    get slug() {
      return slugOfOutput(of);
    },
    v,
    ext: extensionOf(output, askedFields(request).output_format),
  };
}

/**
 * A name is made from the type that the service gives, never from the name in the link. `asked` is the format that the request asks for,
 * which decides for a clip where the service gives no type.
 */
export function extensionOf({ content_type, type }: Output, asked: unknown): string {
  const mime = content_type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const usual = type === 'image' ? 'png' : type !== 'video' ? 'bin' : asked === 'mov' ? 'mov' : 'mp4';
  return extensionOfType[mime] ?? usual;
}

export type IdBeginnings = ReturnType<typeof createIdBeginnings>;

/** How ids stand in the names of files: the shortest beginning that no other job of the ledger has, without the prefix of v2. */
export function createIdBeginnings(ledger: () => Promise<Pick<Ledger, 'beginnings'>>) {
  const known = new Map<string, string>();
  async function learn(ids: Iterable<string>): Promise<void> {
    const unknown = [...ids].filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    // A ledger that can't be read is what the command itself tells of. Whole ids are as good.
    const found = await unlessCliError(async () => (await ledger()).beginnings(unknown, signsLeast));
    for (const id of unknown) known.set(id, bareId(found?.get(id) ?? id));
  }
  return {
    /** Looks several up together, which reads the ledger once. */
    learn,
    async of(id: string): Promise<string> {
      await learn([id]);
      return known.get(id) ?? bareId(id);
    },
  };
}

export type GivenNames = ReturnType<typeof createGivenNames>;

/**
 * The names that one run gives to files which may replace others. A file replaces what an earlier run left under its name, and never
 * what this run has put there: that gets a number, as a name that is taken.
 */
export function createGivenNames() {
  /** The outputs that have them, by their paths. */
  const owners = new Map<string, string>();
  return {
    /** Takes the first of an output's paths that no other output has by this run; undefined where all are taken. */
    take(record: { id: string }, index: number, paths: Iterable<string>): string | undefined {
      const { jobId, output } = ownerOf(record, index);
      const owner = `${output} ${jobId}`;
      for (const path of paths) {
        if ((owners.get(path) ?? owner) !== owner) continue;
        owners.set(path, owner);
        return path;
      }
      return undefined;
    },
  };
}
