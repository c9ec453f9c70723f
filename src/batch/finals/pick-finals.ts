import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import { assertSomebodyPicks, pickTakes } from '../../drafts/pick-takes.ts';
import type { KeyWords } from '../../drafts/take-prompt.ts';
import { UsageError } from '../../errors/endings.ts';
import { either, genctl, type Hint, hintText, type Line } from '../../errors/hint.ts';
import { systemFailure } from '../../errors/system-trouble.ts';
import { createDurably, writeFileAtomic } from '../../files/atomic-write.ts';
import { runAtOnce } from '../../files/durable-work.ts';
import { isNameOfFile } from '../../files/same-file.ts';
import { assertLookedAtHere } from '../../outputs/destinations/open-place.ts';
import { signedLines } from '../../text/aligned.ts';
import { counted } from '../../text/shown-value.ts';
import { assertPlacesApart } from '../batch-input.ts';
import { columnName, columnReader } from '../columns/line-words.ts';
import { scalarText } from '../columns/read-column.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { LineBook } from '../rules/line-book.ts';
import { finalsLine, onwardLines } from '../words/onward-lines.ts';
import { type OfferedDraft, offeredDrafts, tellTooOld } from './settle-gate.ts';

const nothingMade = 'No manifest of finals was written, and nothing was paid for; the drafts stay.';

/**
 * Has drafts of a manifest chosen: those that the line names, else by a person who is shown them page by page; and writes their finals
 * as a manifest. Nothing is sent. Resolves with whether one was written. Throws UsageError where there is no draft to choose, and
 * InterruptedError where a signal comes instead of an answer.
 */
export async function pickFinals(batch: OpenBatch, book: LineBook, path: string): Promise<boolean> {
  const { context, input } = batch;
  const { err } = context.terminal;
  const named = input.picked === undefined ? undefined : new Set(input.picked);
  const { drafts, tooOld } = await offeredDrafts(batch, book, (shot) => named?.has(shot) ?? true);
  if (drafts.length === 0) throw noDrafts(tooOld, onwardLines(batch).jobs());
  tellTooOld(context, tooOld);
  const { cost, ticked } =
    named === undefined
      ? await pickTakes(context, drafts, {
          message: 'Which drafts to finalize?',
          instead: genctl`finalize ID`,
          dir: batch.journey.dir,
          unpaid: enterToList,
          left: () => ({
            message: 'Stopped before a manifest of finals was written',
            why: nothingMade,
            hint: onwardLines(batch).resume,
          }),
        })
      : { ticked: drafts, cost: undefined };
  const { accent, good } = err.colors;
  const say = (text: string, line: string): void =>
    err.lines([
      ...signedLines({ text: err.symbols.good, paint: good }, { text }, err),
      `  ${accent(err.symbols.arrow)} ${line}`,
    ]);
  if (ticked.length === 0) {
    say(`${nothingMade} To pick again:`, hintText(onwardLines(batch).resume));
    return false;
  }
  const { idColumn } = input;
  writeFinals(path, ticked, { idColumn, overwrite: input.journey.overwrite });
  const name = relative(context.around.workingFolder, path);
  const finals = [counted(ticked.length, 'final'), ...(cost === undefined ? [] : [cost.whole])];
  say(
    `${name} has ${finals.join(', ')}; nothing of it was sent or paid for. To render them:`,
    finalsLine(batch, name),
  );
  return true;
}

function enterToList(chosen: number): KeyWords {
  if (chosen === 0) return ['Enter lists none', 'Enter lists none'];
  return [`Enter lists ${counted(chosen, 'final')}, unpaid`, `Enter lists ${chosen}`];
}

function noDrafts(tooOld: number, jobs: Line): UsageError {
  return new UsageError({
    code: 'no_drafts',
    message: 'No draft of this manifest can be finalized',
    why:
      tooOld === 0
        ? 'No draft has succeeded with its file here.'
        : `${counted(tooOld, 'draft')} succeeded more than 7 days ago, and the generator no longer keeps them.`,
    hint: tooOld === 0 ? jobs : 'for new drafts, another name: --batch NAME',
  });
}

/** How a manifest of finals is made without a person who is asked. */
const byHand = (file: string): Hint =>
  either(
    genctl`batch ${file} -D drafts --report drafts.ndjson`,
    `\njq -c 'select(.status == "succeeded") | {id, draft: .job}' drafts.ndjson > finals.jsonl\n`,
    genctl`batch finals.jsonl -D finals`,
  );

/**
 * Checks `--pick` and `--picked` for a manifest of drafts alone, before anything is sent. Throws UsageError where nobody can be
 * asked, or where the manifest of finals would have a name that is taken.
 */
export function assertDraftsPickable(batch: OpenBatch, path: string): void {
  const { context, input, journalPlace, journey } = batch;
  if (input.picked === undefined) assertAsked(batch);
  assertLookedAtHere(journey, input.picked === undefined ? '--pick' : '--picked');
  if (input.picked === undefined) assertSomebodyPicks(context, byHand(input.file));
  assertPlacesApart(context.around.workingFolder, { ...input, finals: path }, journalPlace.path);
  if (!input.dryRun) assertFinalsFree(path, input.journey.overwrite);
}

/** A person is asked after the drafts are here; where nothing is sent, or a program listens, there is nobody to ask. */
function assertAsked({ context: { globals }, input }: OpenBatch): void {
  const { dryRun, file, typed } = input;
  const forProgram = globals.json
    ? '--json'
    : globals.quiet
      ? '--quiet'
      : typed.events
        ? '--events'
        : undefined;
  const another = forProgram ?? (dryRun ? '--dry-run' : undefined);
  if (another !== undefined) {
    const does = forProgram === undefined ? 'makes no drafts' : 'is for a program';
    const why = `--pick asks a person which drafts to finalize; the other ${does}.`;
    throw flagConflict(`--pick and ${another}`, why, genctl`batch ${file} ${another}`);
  }
  if (file !== '-') return;
  throw flagConflict(
    '--pick and a manifest from stdin',
    'Your answer would come from stdin too.',
    genctl`batch FILE --pick`,
  );
}

/** It may be shared with whoever reads the manifest of the drafts. */
const fileMode = 0o644;

/** Refuses a name that is taken, before anything is sent. Throws UsageError. */
export function assertFinalsFree(path: string, overwrite: boolean): void {
  if (!isNameOfFile(path) || (!overwrite && existsSync(path))) throw taken(path);
}

/**
 * Writes the manifest of the finals, whole or not at all. Throws UsageError where the name was taken meanwhile.
 *
 * @param idColumn the column that the drafts had their ids in.
 */
export function writeFinals(
  path: string,
  drafts: readonly Pick<OfferedDraft, 'columns' | 'id' | 'shot'>[],
  { idColumn, overwrite }: { idColumn: string; overwrite: boolean },
): void {
  const meaningOf = columnReader(idColumn);
  const isFree = (name: string, value: unknown): boolean =>
    meaningOf(name).kind === 'free' && columnName(name) !== 'id' && scalarText(value) !== undefined;
  const lines = drafts.map(({ columns, id, shot }) => {
    const free = [...columns].filter(([name, value]) => isFree(name, value));
    const words = { id: shot, command: 'finalize', draft: id };
    return `${JSON.stringify({ ...words, ...Object.fromEntries(free) })}\n`;
  });
  const bytes = Buffer.from(lines.join(''));
  try {
    if (overwrite) writeFileAtomic(path, bytes, { mode: fileMode });
    else if (!runAtOnce(createDurably(path, bytes, { mode: fileMode }))) throw taken(path);
  } catch (error) {
    throw systemFailure(error) ?? error;
  }
}

function taken(path: string): UsageError {
  return new UsageError({
    code: 'finals_exist',
    message: `${path} already exists`,
    why: 'It is the manifest of the finals, perhaps of an earlier --pick. genctl did not change it.',
    hint: 'to replace it: --overwrite; or rename that file',
  });
}
