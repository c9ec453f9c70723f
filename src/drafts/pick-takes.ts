import type { CliErrorParts } from '../errors/cli-error.ts';
import { UsageError } from '../errors/endings.ts';
import type { Hint } from '../errors/hint.ts';
import { InterruptedError } from '../errors/interrupted-error.ts';
import { askToSend } from '../follow/send/agreed-jobs.ts';
import { shortenIds } from '../ledger/shorten-ids.ts';
import { type CostWords, finalCosts } from '../money/expected-cost.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { drawsPictures, showFrames } from '../outputs/preview.ts';
import { createAsk } from '../terminal/prompts.ts';
import { safeLine } from '../text/safe-text.ts';
import { counted } from '../text/shown-value.ts';
import { shownFinals, withPaidFinals } from './known-finals.ts';
import { type KeyWords, type TakeRow, takePrompt } from './take-prompt.ts';
import { type TakeOnPage, takesPage } from './takes-page.ts';

/** A draft that a person may tick. Its texts are safe to show. */
export interface Take extends TakeOnPage {
  /** Its name once it is chosen. */
  name: string;
  /** The beginning of its line, and the text below its picture. */
  caption: string;
  /** The id of its job. */
  id: string;
  /** The facts of it beside that; empty for nothing. */
  says: string;
  /** The seed that it was asked for with. */
  seed: number | undefined;
}

/** How a person picks takes. */
interface Picking<One extends Take> {
  message: string;
  /** The command that needs no answer. */
  instead: Hint;
  /** The folder of the files as it was asked for; undefined where it was not. */
  dir: string | undefined;
  /** How many finals are made of a take; one unless given. */
  finalsOf?(take: NoInfer<One>): number;
  /** The act of Enter on so many ticked takes where nothing is paid for. Unless given, a second question asks before they are paid for. */
  unpaid?: ((chosen: number) => KeyWords) | undefined;
  /** The name that the second question has for the things that are sent; a job for each take unless given. */
  sends?(ticked: readonly NoInfer<One>[]): string;
  /** The parts of the error about a signal: the work that it leaves behind, once these takes are ticked. */
  left(ticked: readonly NoInfer<One>[]): Omit<CliErrorParts, 'code'>;
}

interface PickedTakes<One extends Take> {
  /** In their order; none where the person leaves. */
  ticked: readonly One[];
  /** True if their finals are wanted: some are ticked, and the cost is accepted. */
  isMeant: boolean;
  cost: CostWords;
}

/** Refuses `--pick` where nobody can be asked, before anything is paid for. Throws UsageError. */
export function assertSomebodyPicks({ terminal }: Pick<OutputMeans, 'terminal'>, hint: Hint): void {
  if (terminal.interactive) return;
  throw new UsageError({
    code: 'input_required',
    message: '--pick needs a terminal, to ask which takes to finalize',
    why: terminal.whyNotInteractive,
    hint,
  });
}

/**
 * Shows takes page by page, has a person tick some, and asks whether their finals shall be paid for. Under --yes the ticks are the
 * answer. Throws InterruptedError where a signal comes instead of an answer.
 */
export async function pickTakes<One extends Take>(
  context: OutputMeans,
  takes: readonly One[],
  picking: Picking<One>,
): Promise<PickedTakes<One>> {
  const { finalsOf = () => 1, left, sends, unpaid } = picking;
  const records = takes.map(({ record }) => record);
  const costs = await finalCosts(context, records);
  const finalsAt = (places: readonly number[]): number[] =>
    places.flatMap((place) =>
      takes.slice(place, place + 1).flatMap((one) => Array<number>(finalsOf(one)).fill(place)),
    );
  const costOf = (places: readonly number[]): string =>
    `${counted(finalsAt(places).length, 'final')}, ${costs(finalsAt(places)).whole}`;
  let ticked: readonly One[] = [];
  try {
    const enter = unpaid ?? enterToPay(context);
    const chosen = await tickedPlaces(context, takes, { ...picking, enter, cost: costOf });
    ticked = chosen.flatMap((place) => takes[place] ?? []);
    const cost = costs(finalsAt(chosen));
    if (ticked.length === 0 || unpaid !== undefined || context.globals.yes)
      return { ticked, isMeant: ticked.length > 0, cost };
    const drafts = ticked.flatMap(({ record }) => record ?? []);
    const known = await shownFinals(
      context,
      await Promise.all(drafts.map((draft) => withPaidFinals(context, draft))),
    );
    const before = known === undefined ? '' : `${known}. `;
    const what = sends?.(ticked) ?? counted(ticked.length, 'job');
    return { ticked, isMeant: await askToSend(context, { before, what, cost, instead: '--yes' }), cost };
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    throw new InterruptedError(error.signal, { ...left(ticked), code: error.code });
  }
}

/** Enter asks once more, unless --yes says that it needn't. */
function enterToPay({ globals }: OutputMeans): (chosen: number) => KeyWords {
  return (chosen) => {
    const finals = counted(chosen, 'final');
    if (chosen === 0) return ['Enter finalizes none', 'Enter finalizes none'];
    return globals.yes
      ? [`Enter pays for ${finals}`, `Enter pays for ${finals}`]
      : [`Enter goes on with ${finals}`, `Enter goes on with ${chosen}`];
  };
}

/** So many pictures, or so many lines, can be looked at together. */
const picturesMost = 6;
const linesMost = 20;

interface TickQuestion {
  message: string;
  instead: Hint;
  dir: string | undefined;
  enter(chosen: number): KeyWords;
  cost(chosen: readonly number[]): string;
}

/** The places of the takes that a person ticks, page by page. */
async function tickedPlaces(
  context: OutputMeans,
  takes: readonly Take[],
  question: TickQuestion,
): Promise<readonly number[]> {
  const { err } = context.terminal;
  const files = takes.map(({ caption, path }) => (path === undefined ? [] : [{ caption, path }]));
  const isShown = files.flat().length > 0;
  const isPictured = isShown && drawsPictures(context);
  const most = isPictured ? picturesMost : linesMost;
  await shortenIds(
    context,
    takes.map(({ id }) => id),
  );
  const rows = takes.map((take) => rowOf(take, takes, safeLine(err.ids.of(take.id))));
  const page = takesPage(context, takes, question.dir);
  const ask = createAsk(context.terminal, context.interruption());
  let chosen: readonly number[] = [];
  for (let from = 0; ; ) {
    const to = Math.min(from + most, takes.length);
    await showFrames(context, files.slice(from, to).flat());
    if (isShown && from === 0) page.tell();
    const places = to - from === 1 ? `${to}` : `${from + 1} to ${to}`;
    const part = to - from === takes.length ? '' : ` (${places} of ${takes.length})`;
    const asked = { ...question, message: `${question.message}${part}` };
    const answer = await ask(asked, (message, prompt) =>
      takePrompt(
        { ...asked, message, look: err, rows, from, to, isPictured, chosen, onOpen: page.open },
        prompt,
      ),
    );
    chosen = answer.chosen;
    if (answer.way === 'end' || answer.way === 'left') return chosen;
    from += answer.way === 'next' ? most : -most;
  }
}

/** A take as a line. Takes of one prompt are told apart by their seeds, and by their ids where these don't do that. */
function rowOf({ caption, name, says, seed }: Take, takes: readonly Take[], shownId: string): TakeRow {
  const alike = takes.filter((take) => take.name === name);
  const isOfSeed = seed !== undefined && alike.filter((take) => take.seed === seed).length === 1;
  const byId = alike.length === 1 ? [] : [shownId];
  const marks = [...(isOfSeed ? [] : byId), ...(seed === undefined ? [] : [`seed ${seed}`])];
  const ticked = marks.length === 0 ? name : `${name} (${marks.join(', ')})`;
  const text = `${caption}  ${shownId}  ${says}`.trimEnd();
  return { name: alike.length === 1 ? name : ticked, ticked, text };
}
