import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/endings.ts';
import type { Hint } from '../errors/hint.ts';
import { InterruptedError, SignalAbort } from '../errors/interrupted-error.ts';
import { safeLine } from '../text/safe-text.ts';
import { promptTheme } from './prompt-theme.ts';
import type { Terminal } from './terminal.ts';

/** A question, and how to answer it beforehand. */
interface PlainQuestion {
  message: string;
  /** The flag or command that gives the same answer, such as `--yes`. Errors name it where nothing may be asked. */
  instead: Hint;
  /** The act that waits for the answer, in the words for its not having been done: `nothing was sent`. */
  undone?: string | undefined;
}

interface PromptContext {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  signal: AbortSignal;
}

/** Asks a person by a prompt of inquirer's. */
export type Ask = <Answer>(
  question: PlainQuestion,
  prompt: (message: string, context: PromptContext) => Promise<Answer>,
) => Promise<Answer>;

/** `signal` ends a question that is being asked. If its reason is one of our errors, that error is thrown. */
export function createAsk(terminal: Terminal, signal?: AbortSignal): Ask {
  const lost = new AbortController();
  let isWatched = false;
  return async (question, prompt) => {
    if (!terminal.interactive) throw unasked(question, terminal);
    const closed = new AbortController();
    // A shell that continues the program after Ctrl-Z has readline pause the input, too, but only for a moment.
    const close = (): void => void setImmediate(() => terminal.stdin.isPaused() && closed.abort());
    const end = (): void => closed.abort();
    // Ctrl-D and a lost terminal close the input. Inquirer does not notice that and would wait for ever.
    terminal.stdin.on('pause', close).once('end', end);
    if (!isWatched) hearLoss(terminal.stdin, () => lost.abort());
    isWatched = true;
    const ends = [closed.signal, lost.signal, signal].filter((end) => end !== undefined);
    const left = AbortSignal.any(ends);
    try {
      const context = { input: terminal.stdin, output: terminal.err.raw(), signal: left };
      return await prompt(safeLine(question.message), context);
    } catch (error) {
      if (!isLeft(error)) throw error;
      const reason: unknown = signal?.aborted === true ? signal.reason : undefined;
      if (reason instanceof CliError) throw reason;
      const undone = question.undone === undefined ? '' : `; ${question.undone}`;
      const unnamed = lost.signal.aborted ? 'SIGHUP' : 'SIGINT';
      throw new InterruptedError(reason instanceof SignalAbort ? reason.signal : unnamed, {
        code: 'interrupted',
        message: `Interrupted at the question${undone}: ${safeLine(question.message)}`,
      });
    } finally {
      terminal.stdin.off('pause', close).off('end', end);
    }
  };
}

/**
 * Calls `lose` when reading from stdin fails, as it does once the terminal is closed, often before SIGHUP arrives. Readline adds
 * an error listener that emits the error again where nobody listens, which would end the process and lose the answers so far.
 * So that listener is removed, and ours is the only one.
 */
function hearLoss(stdin: NodeJS.ReadableStream, lose: () => void): void {
  stdin.on('error', lose);
  stdin.on('newListener', (event: string, listener: () => void) => {
    if (event === 'error') queueMicrotask(() => stdin.off('error', listener));
  });
}

/**
 * Questions on stderr. Each throws a UsageError that names `instead` where nothing may be asked, and an InterruptedError on
 * Ctrl-C; `signal` as with {@link createAsk}.
 */
export function createPrompts(terminal: Terminal, signal?: AbortSignal) {
  const theme = promptTheme(terminal.err);
  const ask = createAsk(terminal, signal);

  return {
    /** Asks for a secret. Nothing of it is shown, not even its length. Undefined after Esc. */
    hidden: (question: PlainQuestion): Promise<string | undefined> =>
      ask(question, async (message, context) => {
        const { password } = await import('@inquirer/prompts');
        return unlessBack(context, (screen) => password({ message, toggleMask: false, theme }, screen));
      }),
    /** Asks for yes or no; Esc is no. */
    confirm: (question: PlainQuestion & { preset: boolean }): Promise<boolean> =>
      ask(question, async (message, context) => {
        const { confirmPrompt } = await import('./confirm-prompt.ts');
        return confirmPrompt({ message, preset: question.preset, look: terminal.err }, context);
      }),
    /** `check` says what is wrong with an answer. The question stays until nothing is wrong. Undefined after Esc. */
    input: (
      question: PlainQuestion & {
        preset?: string | undefined;
        check?: (answer: string) => string | undefined;
      },
    ): Promise<string | undefined> =>
      ask(question, async (message, context) => {
        const { input } = await import('@inquirer/prompts');
        const validate = (answer: string) => question.check?.(answer) ?? true;
        const preset = question.preset === undefined ? {} : { default: question.preset };
        return unlessBack(context, (screen) => input({ message, validate, theme, ...preset }, screen));
      }),
  };
}

/** Ends a question of inquirer's on Esc, and takes it off the screen. It knows no such key by itself. */
async function unlessBack(
  context: PromptContext,
  ask: (screen: PromptContext) => Promise<string>,
): Promise<string | undefined> {
  const back = new AbortController();
  const signal = AbortSignal.any([context.signal, back.signal]);
  const screen = { ...context, signal, clearPromptOnDone: false };
  const hear = (_: unknown, key?: { name?: string }): void => {
    if (key?.name !== 'escape') return;
    screen.clearPromptOnDone = true;
    back.abort();
  };
  context.input.on('keypress', hear);
  try {
    return await ask(screen);
  } catch (error) {
    if (back.signal.aborted && isLeft(error)) return undefined;
    throw error;
  } finally {
    context.input.off('keypress', hear);
  }
}

function unasked({ message, instead }: PlainQuestion, { caller, whyNotInteractive }: Terminal): UsageError {
  return new UsageError({
    code: 'input_required',
    message: `genctl needs an answer: ${safeLine(message)}`,
    why: caller === undefined ? whyNotInteractive : `${whyNotInteractive} Ask that person first.`,
    hint: instead,
  });
}

/** Tells whether the person left the question by Ctrl-C or the end of the input. Inquirer may not be loaded, so the name tells. */
function isLeft(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError');
}
