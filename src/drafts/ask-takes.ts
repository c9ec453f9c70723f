import type { CliErrorParts } from '../errors/cli-error.ts';
import { UsageError } from '../errors/endings.ts';
import type { Hint } from '../errors/hint.ts';
import { InterruptedError } from '../errors/interrupted-error.ts';
import { shortenIds } from '../ledger/shorten-ids.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { createAsk } from '../terminal/prompts.ts';
import { safeLine } from '../text/safe-text.ts';
import { type TakeAnswer, type TakePart, takePrompt } from './take-prompt.ts';
import type { KeyWords } from './take-words.ts';
import type { TakesPage } from './takes-page.ts';

/** A take as a person sees it. Its texts are safe to show. */
export interface ShownTake {
  /** What it is called once it is chosen. */
  name: string;
  /** What begins its line, and stands below its picture. */
  caption: string;
  /** Of its job. */
  id: string;
  /** What is told of it beside that; empty for nothing. */
  says: string;
  /** The seed that it was asked for with. */
  seed: number | undefined;
}

interface TakeQuestion {
  message: string;
  /** The command that needs no answer. */
  instead: Hint;
  /** What Enter does with so many ticked takes. */
  enter(chosen: number): KeyWords;
  /** What the finals of the takes at some places cost. */
  cost(chosen: readonly number[]): string;
  /** The page that `o` opens. */
  page: TakesPage;
  /** The places that are ticked at first. */
  chosen?: readonly number[];
  part?: TakePart;
  /** What a signal at the question leaves behind. */
  ifInterrupted: Omit<CliErrorParts, 'code'>;
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

/** The height of a terminal that does not tell it. Unit: lines. */
const usualHeight = 24;

/** Asks which takes to choose. Throws InterruptedError where a signal comes instead of an answer. */
export async function askTakes(
  context: OutputMeans,
  takes: readonly ShownTake[],
  question: TakeQuestion,
): Promise<TakeAnswer> {
  const { interruption, terminal } = context;
  const { chosen, cost, enter, ifInterrupted, page, part } = question;
  await shortenIds(
    context,
    takes.map(({ id }) => id),
  );
  const ask = createAsk(terminal, interruption());
  const shownId = (id: string): string => safeLine(terminal.err.ids.of(id));
  const rows = takes.map((take) => ({
    ...namesOf(take, takes, shownId(take.id)),
    text: `${take.caption}  ${shownId(take.id)}  ${take.says}`.trimEnd(),
  }));
  const height = terminal.err.raw().rows ?? usualHeight;
  try {
    return await ask(question, (message, prompt) =>
      takePrompt(
        { message, look: terminal.err, height, rows, chosen, part, enter, cost, onOpen: page.open },
        prompt,
      ),
    );
  } catch (error) {
    throw leftAt(error, ifInterrupted);
  }
}

/** What a take is called while it is ticked and afterwards: takes of one prompt by their seeds, and by their ids where these don't tell them apart. */
function namesOf(
  { name, seed }: ShownTake,
  takes: readonly ShownTake[],
  shownId: string,
): { name: string; ticked: string } {
  const alike = takes.filter((take) => take.name === name);
  const isOfSeed = seed !== undefined && alike.filter((take) => take.seed === seed).length === 1;
  const byId = alike.length === 1 ? [] : [shownId];
  const marks = [...(isOfSeed ? [] : byId), ...(seed === undefined ? [] : [`seed ${seed}`])];
  const ticked = marks.length === 0 ? name : `${name} (${marks.join(', ')})`;
  return { name: alike.length === 1 ? name : ticked, ticked };
}

/** A signal at a question leaves something behind, which its error tells. Any other error stays as it is. */
export function leftAt(error: unknown, parts: Omit<CliErrorParts, 'code'>): unknown {
  if (!(error instanceof InterruptedError)) return error;
  return new InterruptedError(error.signal, { ...parts, code: error.code });
}
