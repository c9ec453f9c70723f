import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/endings.ts';
import type { Hint } from '../errors/hint.ts';
import { InterruptedError, SignalAbort } from '../errors/interrupted-error.ts';
import { safeLine } from '../text/safe-text.ts';
import type { EditorPorts } from './lines/editor.ts';
import type { Given, LineConfig } from './lines/line-config.ts';
import type { Choice } from './questions/ready-prompts.ts';
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
    const { emitKeys } = await import('./questions/emit-keys.ts');
    emitKeys(terminal.stdin);
    const closed = new AbortController();
    // A shell that continues the program after Ctrl-Z has readline pause the input, too, but only for a moment.
    const close = (): void => void setImmediate(() => terminal.stdin.isPaused() && closed.abort());
    const end = (): void => closed.abort();
    // Ctrl-D and a lost terminal close the input. Inquirer does not notice that and would wait for ever.
    terminal.stdin.on('pause', close).once('end', end);
    if (!isWatched) hearLoss(terminal.stdin, () => lost.abort());
    isWatched = true;
    const ends = [closed.signal, lost.signal, signal].filter((end) => end !== undefined);
    try {
      const context = { input: terminal.stdin, output: terminal.err.raw(), signal: AbortSignal.any(ends) };
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

/** A line as it is asked: `editing` has Ctrl-G open it in an editor, in a file that begins with `draft` where nothing was typed. */
type AskedLine = Omit<LineConfig, 'isEdited' | 'look' | 'message' | 'onEnd'> & {
  editing?: { draft: string; fileName: string } | undefined;
};

/** Asks by a line. */
export type AskLine = (question: PlainQuestion, line: AskedLine) => Promise<Given>;

/** Has the terminal mark where a paste begins and ends while a question is asked. Terminals that don't know this ignore it. */
async function withMarkedPastes<Answer>(look: Terminal['err'], ask: () => Promise<Answer>): Promise<Answer> {
  look.raw().write('\u001b[?2004h');
  try {
    return await ask();
  } finally {
    look.raw().write('\u001b[?2004l');
  }
}

/**
 * An answered question is taken off the screen, and an interrupted one stays. A text from the editor is judged as one that is
 * typed. `signal` as with {@link createAsk}.
 */
export function createAskLine(terminal: Terminal, signal?: AbortSignal, editor?: EditorPorts): AskLine {
  const ask = createAsk(terminal, signal);
  const look = terminal.err;
  const once = (question: PlainQuestion, config: Omit<LineConfig, 'look' | 'message'>): Promise<Given> =>
    ask(question, async (message, context) => {
      const { linePrompt } = await import('./line-prompt.ts');
      const screen = { ...context, clearPromptOnDone: false };
      // Inquirer reads the flag when the question ends.
      const onEnd = () => Object.assign(screen, { clearPromptOnDone: true });
      return withMarkedPastes(look, () => linePrompt({ ...config, message, look, onEnd }, screen));
    });
  return async (question, { editing, ...config }) => {
    for (let from: AskedLine = config; ; ) {
      const given = await once(question, { ...from, isEdited: editing !== undefined });
      if (given.by !== 'editor' || editing === undefined || editor === undefined) return given;
      const { editText } = await import('./lines/editor.ts');
      const edited = await editText(given.text || editing.draft, editing.fileName, { ...editor, signal });
      const { text = given.text, said = config.note?.(text) } = edited;
      config.onType?.(text);
      const isGiven = said?.kind !== 'fault' || said.mayStay === true;
      if (edited.said === undefined && isGiven) return { by: 'enter', text, row: given.row };
      from = { ...config, initial: text, said };
    }
  };
}

/** Leaves an answer on the screen, where its question was. */
export function leaveAnswer(look: Terminal['err'], message: string, answer: string, isLeft = false): void {
  const { colors, symbols } = look;
  const sign = isLeft ? colors.dim(symbols.stopped) : colors.good(symbols.good);
  look.raw().write(`${[sign, colors.bold(message), colors.accent(answer)].join(' ').trimEnd()}\n`);
}

type ReadyPrompts = typeof import('./questions/ready-prompts.ts').readyPrompts;

/** Asks by a ready prompt. Undefined after Esc, which no ready prompt knows. */
type AskReady = <Answer>(
  question: PlainQuestion,
  prompt: (ready: ReadyPrompts, message: string, context: PromptContext) => Promise<Answer>,
  screen?: { clearPromptOnDone: boolean },
) => Promise<Answer | undefined>;

function createAskReady(terminal: Terminal, signal?: AbortSignal): AskReady {
  const ask = createAsk(terminal, signal);
  return (question, prompt, { clearPromptOnDone } = { clearPromptOnDone: false }) =>
    ask(question, async (message, context) => {
      const [{ readyPrompts }, { readQuestionKeys }] = await Promise.all([
        import('./questions/ready-prompts.ts'),
        import('./questions/question-keys.ts'),
      ]);
      const keys = await readQuestionKeys(terminal.stdin);
      const screen = {
        ...context,
        input: keys.input,
        signal: AbortSignal.any([context.signal, keys.left]),
        clearPromptOnDone,
      };
      // Inquirer reads the flag when the question ends.
      keys.left.addEventListener('abort', () => Object.assign(screen, { clearPromptOnDone: true }));
      try {
        return await withMarkedPastes(terminal.err, () => prompt(readyPrompts, message, screen));
      } catch (error) {
        if (keys.left.aborted) return undefined;
        throw error;
      } finally {
        keys.end();
      }
    });
}

/**
 * Questions on stderr, by inquirer's prompts. Each throws a UsageError that names `instead` where nothing may be asked, and an
 * InterruptedError on Ctrl-C; `signal` as with {@link createAsk}.
 */
export function createPrompts(terminal: Terminal, signal?: AbortSignal) {
  const ask = createAskReady(terminal, signal);
  const look = terminal.err;
  return {
    /** Asks for a secret. Nothing of it is shown, not even its length. Undefined after Esc. */
    hidden: (question: PlainQuestion): Promise<string | undefined> =>
      ask(question, ({ askSecret }, message, context) => askSecret({ message, look }, context)),
    /** Asks for yes or no; Esc is no. */
    async confirm({ preset, ...question }: PlainQuestion & { preset: boolean }): Promise<boolean> {
      const answer = await ask(question, ({ askYesOrNo }, message, context) =>
        askYesOrNo({ message, look, preset }, context),
      );
      if (answer === undefined) leaveAnswer(look, safeLine(question.message), 'No', true);
      return answer ?? false;
    },
    /** Asks for one of a short list, and takes it off the screen then. Undefined after Esc. */
    choose: <Value>({
      choices,
      preset,
      ...question
    }: PlainQuestion & { choices: readonly Choice<Value>[]; preset: Value }): Promise<Value | undefined> =>
      ask(
        question,
        ({ askChoice }, message, context) => askChoice({ choices, look, message, preset }, context),
        { clearPromptOnDone: true },
      ),
    /** `check` says what is wrong with an answer. The question stays until nothing is wrong. Undefined after Esc. */
    input: ({
      check,
      ...question
    }: PlainQuestion & { check?: (answer: string) => string | undefined }): Promise<string | undefined> =>
      ask(question, ({ askText }, message, context) => askText({ message, look, check }, context)),
  };
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
