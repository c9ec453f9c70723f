import { resolve } from 'node:path';
import type { TypedWords } from '../cli/arguments.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { readLocalFile } from '../cli/texts/text-source.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl, say, typedWith } from '../errors/hint.ts';
import { areOneFile } from '../files/same-file.ts';
import { tagsOf } from '../ledger/rules/tags.ts';
import type { JourneyFlags } from '../outputs/journey-flags.ts';
import { checkInputOf, moneyPlanOf } from '../request/guard-flags.ts';
import type { BatchFlags } from './batch-flags.ts';
import { lineDefaults } from './columns/line-flags.ts';
import { feedOfLine } from './feed/feed-input.ts';
import { rowEndings, rowFormatOfName } from './manifest/manifest-format.ts';

/** The words of a `genctl batch` line: its flags, and in the place of some of them what they come to. */
export type BatchInput = ReturnType<typeof readBatchInput>;

/** Reads the line, and the texts that its flags name. Throws UsageError. */
export function readBatchInput(words: TypedWords, flags: BatchFlags) {
  const [file, ...others] = words.arguments;
  if (file === undefined || others.length > 0) throw oneManifest(others.length + 1);
  assertFit(file, flags);
  checkInputOf({ ...flags, curl: false }, 'batch');
  const pick = flags.pick || flags.picked !== undefined;
  return {
    ...flags,
    /** The manifest: a path, or `-` for stdin. */
    file,
    /** True if its finals wait until their drafts are chosen. Of drafts alone genctl then makes a manifest of finals. */
    pick,
    /** The column that the ids of the shots are in. */
    idColumn: flags.id ?? 'id',
    /** How many attempts a shot may have in all. */
    attempts: flags.attempts ?? 1,
    /** The tags for the jobs of all lines. */
    tags: tagsOf(flags.tag.map(({ value }) => value)),
    /** The limits of cost, over all its runs. */
    money: moneyPlanOf(flags),
    /** The queue that workers take the lines from; undefined where this run sends them, or the environment has yet to say. */
    feed: feedOfLine(file, flags),
    /** The flags that hold for every line. */
    defaults: lineDefaults(flags, readLocalFile),
    /** How its jobs are followed, and what becomes of their files. */
    journey: {
      ...flags,
      wait: true,
      download: flags.download || pick || flags.film !== undefined,
      failFast: false,
      listen: undefined,
    } satisfies JourneyFlags,
    /** The flags as they were typed, for the lines that go on. */
    typed: flags,
  };
}

function assertFit(file: string, flags: BatchFlags): void {
  if (flags.pick && flags.picked !== undefined) {
    const why = '--pick asks which drafts to finalize; --picked names them.';
    throw flagConflict('--pick and --picked', why, { change: [{ leaveOut: '--pick' }] });
  }
  if (flags.only !== undefined && flags.limit !== undefined) {
    const why = '--only names lines; --limit takes the first ones.';
    throw flagConflict('--only and --limit', why, { change: [{ leaveOut: '--limit' }] });
  }
  if (flags.failed !== undefined && rowFormatOfName(flags.failed) === undefined) {
    throw new UsageError({
      code: 'manifest_format',
      message: `${flags.failed} can't be the manifest of failed lines`,
      why: `Its name must end in one of ${rowEndings.join(' ')}.`,
      hint: typedWith('--failed', 'failed.jsonl'),
    });
  }
  if (file === '-' && flags.batch === undefined) {
    throw new UsageError({
      code: 'batch_unnamed',
      message: 'The batch has no name',
      why: 'A manifest from stdin has no file name, and a second run finds the batch by its name.',
      hint: genctl`batch - --batch NAME`,
    });
  }
}

function oneManifest(count: number): UsageError {
  return new UsageError({
    code: 'invalid_argument',
    message: 'A batch has one manifest',
    why: `${count} are named.`,
    hint: say`${genctl`batch FILE`}, for each`,
  });
}

interface Place {
  /** The name of the file, in the words of the error. */
  is: string;
  /** Absolute. */
  path: string;
}

/** The absolute paths of the files that a run writes where its flags ask for them. */
export function writtenPaths(
  workingFolder: string,
  { failed, film, report }: Pick<BatchInput, 'failed' | 'film' | 'report'>,
) {
  const pathOf = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : resolve(workingFolder, file);
  return { report: pathOf(report), failed: pathOf(failed), film: pathOf(film) };
}

/**
 * Throws UsageError where a file that the run writes would take the place of the manifest, of the journal, or of another one of them:
 * what it replaces would be lost.
 */
export function assertPlacesApart(
  workingFolder: string,
  { finals, ...input }: Pick<BatchInput, 'failed' | 'file' | 'film' | 'report'> & { finals?: string },
  journal: string,
): void {
  const { failed, film, report } = writtenPaths(workingFolder, input);
  const named = [
    ['the manifest', input.file === '-' ? undefined : resolve(workingFolder, input.file)],
    ['the journal', journal],
    ['the file of --report', report],
    ['the file of --failed', failed],
    ['the film', film],
    ['the manifest of the finals', finals],
  ] as const;
  const places: Place[] = named.flatMap(([is, path]) => (path === undefined ? [] : [{ is, path }]));
  places.forEach((place, index) => {
    const taken = places.slice(0, index).find(({ path }) => areOneFile(path, place.path));
    if (taken !== undefined) throw onePlace(taken, place);
  });
}

function onePlace(taken: Place, { is, path }: Place): UsageError {
  return new UsageError({
    code: 'place_taken',
    message: `${path} can't be both ${taken.is} and ${is}; nothing was sent`,
    why: `One would overwrite the other.`,
    hint: `use another name for ${is}`,
  });
}
