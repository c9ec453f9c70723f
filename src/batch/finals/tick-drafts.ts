import { askTakes } from '../../drafts/ask-takes.ts';
import type { TakeAnswer } from '../../drafts/take-prompt.ts';
import type { KeyWords } from '../../drafts/take-words.ts';
import { type TakesPage, takesPage } from '../../drafts/takes-page.ts';
import { genctl } from '../../errors/hint.ts';
import { finalCosts } from '../../money/final-costs.ts';
import type { CostWords } from '../../money/words/likely-cost.ts';
import { drawsPictures, showFrames } from '../../outputs/preview.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import { onwardLines } from '../words/onward-lines.ts';
import type { OfferedDraft } from './offered-drafts.ts';

/** Drafts on a page: so many pictures, or so many paths, can be looked at together. */
const picturesMost = 6;
const pathsMost = 20;

/** How a person is asked which drafts shall be finals. */
export interface TickQuestion {
  message: string;
  /** What Enter does with so many ticked drafts, of all pages. */
  enter(chosen: number): KeyWords;
  /** How many finals are made of a draft. */
  finalsOf(draft: OfferedDraft): number;
  /** What a signal at the question leaves behind. */
  ifInterrupted: { message: string; why: string };
}

/** The drafts that a person ticks, and what their finals should cost. */
export interface TickedDrafts {
  /** In the order of their lines; none where the person leaves. */
  wanted: readonly OfferedDraft[];
  cost: CostWords;
}

/** Shows drafts, page by page, and asks which shall be finals. Throws InterruptedError where a signal comes instead of an answer. */
export async function tickDrafts(
  batch: OpenBatch,
  drafts: readonly OfferedDraft[],
  question: TickQuestion,
): Promise<TickedDrafts> {
  const { context } = batch;
  const most = drawsPictures(context) ? picturesMost : pathsMost;
  const ticked = new Set<OfferedDraft>();
  const costsAt = await finalCosts(
    context,
    drafts.map(({ record }) => record),
  );
  const costsOf = (some: ReadonlySet<OfferedDraft>): CostWords =>
    costsAt(
      drafts.flatMap((draft, place) =>
        some.has(draft) ? new Array<number>(question.finalsOf(draft)).fill(place) : [],
      ),
    );
  const page = takesPage(
    context,
    drafts.map(({ path, record }) => (record === undefined ? { path } : { record })),
    batch.journey.dir,
  );
  for (let first = 0; ; ) {
    const shown = drafts.slice(first, first + most);
    await showFrames(context, shown);
    if (first === 0) page.tell();
    const { chosen, way } = await askPart(batch, question, { drafts, first, shown, ticked, page, costsOf });
    if (way === 'left') return { wanted: [], cost: costsOf(new Set()) };
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
  costsOf(some: ReadonlySet<OfferedDraft>): CostWords;
}

function askPart(
  batch: OpenBatch,
  { enter, finalsOf, ifInterrupted, message }: TickQuestion,
  { costsOf, drafts, first, page, shown, ticked }: ShownPart,
): Promise<TakeAnswer> {
  const end = first + shown.length;
  const chosen = shown.flatMap((draft, place) => (ticked.has(draft) ? [place] : []));
  const isOnly = shown.length === drafts.length;
  const elsewhere = [...ticked].filter((draft) => !shown.includes(draft));
  const places = shown.length === 1 ? `${end}` : `${first + 1} to ${end}`;
  const part = isOnly ? '' : ` (${places} of ${drafts.length})`;
  return askTakes(batch.context, shown, {
    message: `${message}${part}`,
    instead: genctl`finalize ID`,
    enter,
    cost(chosenHere) {
      const all = new Set([...elsewhere, ...chosenHere.flatMap((place) => shown[place] ?? [])]);
      const finals = [...all].reduce((sum, draft) => sum + finalsOf(draft), 0);
      return `${counted(finals, 'final')}, ${costsOf(all).whole}`;
    },
    page,
    chosen,
    part: {
      isFirst: first === 0,
      isLast: end === drafts.length,
      chosenElsewhere: elsewhere.length,
    },
    ifInterrupted: { ...ifInterrupted, hint: onwardLines(batch.context, batch).resume },
  });
}
