import { relative } from 'node:path';
import { UsageError } from '../../../errors/endings.ts';
import type { LineBook } from '../../../rules/batch/standing-code.ts';
import { counted } from '../../../rules/shown-value.ts';
import { signedLines } from '../../../ui/render/aligned.ts';
import type { TakeAnswer } from '../../../ui/take-prompt.ts';
import { finalCosts } from '../../costs/final-costs.ts';
import { askTakes, assertSomebodyPicks } from '../../draft/ask-takes.ts';
import { type TakesPage, takesPage } from '../../draft/takes-page.ts';
import { drawsPictures, showFrames } from '../../journey/files/preview.ts';
import { assertLookedAtHere } from '../../journey/places/open-place.ts';
import { finalsLine, onwardLines } from '../onward-lines.ts';
import type { OpenBatch } from '../open-batch.ts';
import { assertFinalsFree, writeFinals } from './finals-file.ts';
import { type OfferedDraft, offeredDrafts } from './offered-drafts.ts';

/** Drafts on a page: so many pictures, or so many paths, can be looked at together. */
const picturesMost = 6;
const pathsMost = 20;

const nothingMade = 'No manifest of finals was written, and nothing was paid for; the drafts stay.';

/** How a manifest of finals is made without a person who is asked. */
const byHand = [
  'genctl batch … -D drafts --report drafts.ndjson',
  `jq -c 'select(.status == "succeeded") | {id, command: "finalize", draft: .job}' drafts.ndjson > finals.jsonl`,
  'genctl batch finals.jsonl -D finals',
].join('\n');

/**
 * Refuses `--pick` where nobody can be asked, or where its manifest would have a name that is taken, before anything is sent.
 * Throws UsageError.
 */
export function assertFinalsPickable({ context, input, journey }: OpenBatch, path: string): void {
  assertLookedAtHere(journey, '--pick');
  assertSomebodyPicks(context, byHand);
  assertFinalsFree(path, input.journey.overwrite);
}

/**
 * Shows the drafts of a manifest, page by page, asks which shall be finals, and writes those as a manifest. Nothing is sent.
 * Resolves with whether one was written. Throws UsageError where there is no draft to choose, and InterruptedError where a signal
 * comes instead of an answer.
 */
export async function pickFinals(batch: OpenBatch, book: LineBook, path: string): Promise<boolean> {
  const { context, input } = batch;
  const { err } = context.terminal;
  const { drafts, tooOld } = await offeredDrafts(batch, book);
  if (drafts.length === 0) throw noDrafts(tooOld, onwardLines(context, batch).failedJobs);
  if (tooOld > 0) {
    const message = `${counted(tooOld, 'draft')} of more than 7 days can't be made into finals any more, and are not shown`;
    context.listen({ kind: 'warning', message });
  }
  const { cost, wanted } = await tickedOf(batch, drafts);
  const { accent, good } = err.colors;
  const say = (text: string, line: string): void =>
    err.lines([
      ...signedLines({ text: err.symbols.good, paint: good }, { text }, err),
      `  ${accent(err.symbols.arrow)} ${line}`,
    ]);
  if (wanted.length === 0) {
    say(`${nothingMade} To pick again:`, onwardLines(context, batch).resume);
    return false;
  }
  const idColumn = input.id === 'hash' ? undefined : input.id.column;
  writeFinals(path, wanted, { idColumn, overwrite: input.journey.overwrite });
  const name = relative(context.around.workingFolder, path);
  say(
    `${name} has ${counted(wanted.length, 'final')}, ${cost}; nothing of it was sent or paid for. To render them:`,
    finalsLine(batch, name),
  );
  return true;
}

/** The drafts that a person ticks, in the order of their lines, and what their finals should cost; none where the person leaves. */
async function tickedOf(
  batch: OpenBatch,
  drafts: readonly OfferedDraft[],
): Promise<{ wanted: OfferedDraft[]; cost: string }> {
  const { context } = batch;
  const most = drawsPictures(context) ? picturesMost : pathsMost;
  const ticked = new Set<OfferedDraft>();
  const costsAt = await finalCosts(
    context,
    drafts.map(({ record }) => record),
  );
  const costsOf = (some: ReadonlySet<OfferedDraft>): string =>
    costsAt(drafts.flatMap((draft, place) => (some.has(draft) ? [place] : []))).whole;
  const page = takesPage(
    context,
    drafts.map(({ path, record }) => (record === undefined ? { path } : { record })),
    batch.journey.dir,
  );
  for (let first = 0; ; ) {
    const shown = drafts.slice(first, first + most);
    await showFrames(context, shown);
    if (first === 0) page.tell();
    const { chosen, way } = await askPart(batch, { drafts, first, shown, ticked, page, costsOf });
    if (way === 'left') return { wanted: [], cost: '' };
    for (const [place, draft] of shown.entries())
      if (chosen.includes(place)) ticked.add(draft);
      else ticked.delete(draft);
    if (way === 'end') return { wanted: drafts.filter((draft) => ticked.has(draft)), cost: costsOf(ticked) };
    first += way === 'next' ? most : -most;
  }
}

interface ShownPart {
  drafts: readonly OfferedDraft[];
  /** The place of its first draft among all. */
  first: number;
  shown: readonly OfferedDraft[];
  ticked: ReadonlySet<OfferedDraft>;
  page: TakesPage;
  costsOf(some: ReadonlySet<OfferedDraft>): string;
}

function askPart(
  batch: OpenBatch,
  { costsOf, drafts, first, page, shown, ticked }: ShownPart,
): Promise<TakeAnswer> {
  const end = first + shown.length;
  const chosen = shown.flatMap((draft, place) => (ticked.has(draft) ? [place] : []));
  const isOnly = shown.length === drafts.length;
  const elsewhere = [...ticked].filter((draft) => !shown.includes(draft));
  const places = shown.length === 1 ? `${end}` : `${first + 1} to ${end}`;
  const part = isOnly ? '' : ` (${places} of ${drafts.length})`;
  return askTakes(batch.context, shown, {
    message: `Which drafts shall be finals?${part}`,
    instead: 'genctl finalize ID',
    enter: (count) =>
      count === 0
        ? ['Enter lists none', 'Enter lists none']
        : [`Enter lists ${counted(count, 'final')}, unpaid`, `Enter lists ${count}`],
    cost(chosenHere) {
      const all = new Set([...elsewhere, ...chosenHere.flatMap((place) => shown[place] ?? [])]);
      return `${counted(all.size, 'final')}, ${costsOf(all)}`;
    },
    page,
    chosen,
    part: {
      isFirst: first === 0,
      isLast: end === drafts.length,
      chosenElsewhere: elsewhere.length,
    },
    ifInterrupted: {
      message: 'Stopped before a manifest of finals was written',
      why: nothingMade,
      hint: onwardLines(batch.context, batch).resume,
    },
  });
}

function noDrafts(tooOld: number, failedJobs: string): UsageError {
  return new UsageError({
    code: 'no_drafts',
    message: 'No draft of this manifest can be made into a final',
    why:
      tooOld === 0
        ? 'There is none that succeeded, and whose file is here.'
        : `${counted(tooOld, 'draft')} succeeded more than 7 days ago, and the generator keeps them no longer.`,
    hint: tooOld === 0 ? failedJobs : 'for new drafts: another name, by --batch NAME',
  });
}
