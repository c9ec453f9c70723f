import type { CliErrorParts } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import { createAsk } from '../../ui/prompts.ts';
import { type TakeAnswer, type TakePage, takePrompt } from '../../ui/take-prompt.ts';
import type { CommandContext } from '../context/context.ts';
import { openFile } from '../journey/open-file.ts';
import { showFrames } from '../journey/preview.ts';

/** A take that is here, as a person sees it. Its texts are safe to show. */
export interface ShownTake {
  /** What it is called once it is chosen. */
  name: string;
  /** What stands below its picture, and begins its line. */
  caption: string;
  path: string;
  /** What is told of it beside that. */
  says: string;
}

interface TakeQuestion {
  message: string;
  /** The command that needs no answer. */
  instead: string;
  /** What Enter does with so many chosen takes. */
  enter(chosen: number): string;
  /** The places that are chosen at first. */
  chosen?: readonly number[];
  page?: TakePage;
  /** What a signal at the question leaves behind. */
  ifInterrupted: Omit<CliErrorParts, 'code'>;
}

/** Refuses `--pick` where nobody can be asked, before anything is paid for. Throws UsageError. */
export function assertSomebodyPicks({ terminal }: Pick<CommandContext, 'terminal'>, hint: string): void {
  if (terminal.interactive) return;
  throw new UsageError({
    code: 'input_required',
    message: '--pick asks which takes to finalize, and nothing may be asked here',
    why: terminal.whyNotInteractive,
    hint,
  });
}

/** Shows takes, and asks which of them to choose. Throws InterruptedError where a signal comes instead of an answer. */
export async function askTakes(
  context: CommandContext,
  takes: readonly ShownTake[],
  question: TakeQuestion,
): Promise<TakeAnswer> {
  const { interruption, terminal } = context;
  const { chosen, enter, ifInterrupted, page } = question;
  await showFrames(
    context,
    takes.map(({ caption, path }) => ({ path, caption })),
  );
  const ask = createAsk(terminal, interruption());
  const rows = takes.map(({ caption, name, says }) => ({ name, text: `${caption}  ${says}` }));
  const onOpen = (place: number): void => {
    const path = takes[place]?.path;
    if (path !== undefined) void openFile(context, path);
  };
  try {
    return await ask(question, (message, prompt) =>
      takePrompt({ message, look: terminal.err, rows, chosen, page, enter, onOpen }, prompt),
    );
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    throw new InterruptedError(error.signal, { ...ifInterrupted, code: error.code });
  }
}
