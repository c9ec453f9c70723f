import type { TypedWords } from '../cli/arguments.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { readLocalFile } from '../cli/texts/text-source.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl, say, typedWith } from '../errors/hint.ts';
import { tagsOf } from '../ledger/rules/tags.ts';
import type { JourneyFlags } from '../outputs/journey-flags.ts';
import { checkInputOf } from '../request/check-flags.ts';
import { moneyPlanOf } from '../request/money-flags.ts';
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
