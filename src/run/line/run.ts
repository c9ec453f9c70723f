import { setMaxListeners } from 'node:events';
import { errorJson } from '../../cli/error-json.ts';
import { beginsWithFlag, type GlobalFlags, isBareLine } from '../../cli/global-flags.ts';
import { isDoubtfulWord } from '../../cli/line-words.ts';
import type { Surroundings } from '../../cli/surroundings.ts';
import type { CommandContext } from '../../command/define-command.ts';
import { CliError } from '../../errors/cli-error.ts';
import { type ExitCode, exitCodes } from '../../errors/exit-codes.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import { discardAgain } from '../../files/temp-file.ts';
import { callerLine } from '../../terminal/environment.ts';
import { plainError } from '../../terminal/errors/plain-error.ts';
import { fitHelp } from '../../terminal/fit-help.ts';
import { createTerminal, type Terminal } from '../../terminal/terminal.ts';
import { failureOfRun } from './failure.ts';
import { readCommandLine } from './program.ts';

/** The settings of the terminal until the command line has been read. */
const unreadFlags = { color: 'auto', json: false, quiet: false, noInput: false } as const;

/** Reads a command line, runs its command, and reports how it ended. Never throws. */
export async function runCommandLine(around: Surroundings): Promise<ExitCode> {
  // Every look and download of a run listens to one signal. Node would take more than ten of them for a leak, and say so on stderr.
  setMaxListeners(0);
  const early = { ...unreadFlags, json: around.argv.includes('--json'), verbose: false };
  let terminal = await openTerminal(around, early);
  let context: CommandContext | undefined;
  let exit: ExitCode = exitCodes.done.code;
  let told: Pick<GlobalFlags, 'json' | 'verbose'> = early;
  let failure: CliError | undefined;
  try {
    if (around.argv.some(isDoubtfulWord))
      await (await import('./long-dashes.ts')).assertPlainDashes(around.argv);
    const argv = (await startsComposer(around.argv, terminal)) ? ['compose', ...around.argv] : around.argv;
    const request = await readCommandLine(argv);
    if (request.kind === 'help') {
      terminal.out.write(fitHelp(request.text, terminal.out.columns));
    } else if (request.kind === 'help document') {
      const { documentJson } = await import('../../ledger/job-document.ts');
      terminal.out.write(documentJson('genctl.help/v1', request.fields, terminal.out));
    } else {
      const { globals, name } = request;
      told = globals;
      const { createContext, usualColor } = await import('../context/create-context.ts');
      terminal = await openTerminal(around, {
        ...globals,
        color: globals.color ?? (await usualColor(around)),
      });
      const run = request.prepare();
      context = createContext(around, { globals, typed: request.typed }, terminal);
      await run(context);
      if (!silentAfter.has(name)) await mentionUnsettled(context, name);
      exit = context.exitCode();
      context.events()?.end({ exitCode: exit, error: undefined });
    }
  } catch (error) {
    const shown = failureOfRun(error, around, context);
    await mend(shown, around);
    context?.events()?.end({ exitCode: shown.exitCode, error: shown });
    await shorten(shown, context);
    await tell(shown, terminal, told);
    exit = shown.exitCode;
    failure = shown;
  }
  await context?.close();
  discardAgain();
  try {
    await terminal.drain();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // A command that drains its own pieces has ended with it already.
    if (error !== failure) {
      context?.nameSubmits(error);
      await tell(error, terminal, told);
    }
    await terminal.err.drain().catch(() => {});
    return error.exitCode;
  }
  return exit;
}

/** Tells whether a line names no command, so that the composer asks for the rest of the request where it can. */
async function startsComposer(argv: readonly string[], terminal: Terminal): Promise<boolean> {
  if (isBareLine(argv)) return terminal.interactive;
  if (!beginsWithFlag(argv) || !terminal.interactive) return false;
  const { isComposition } = await import('../mend/located.ts');
  return isComposition(argv);
}

function openTerminal(
  around: Surroundings,
  flags: Pick<GlobalFlags, 'json' | 'quiet' | 'noInput'> & { color: 'auto' | 'always' | 'never' },
): Promise<Terminal> {
  const { environment, platform, stderr, stdin, stdinIsTerminal, stdout } = around;
  return createTerminal({ stdout, stderr, stdin, stdinIsTerminal, environment, platform, flags });
}

/** Gives a failure the command that mends it. What a person is told never depends on whether one is found. */
async function mend(error: CliError, { argv, environment }: Surroundings): Promise<void> {
  try {
    const { mendError } = await import('../mend/mend-error.ts');
    await mendError(error, argv, environment.GENCTL_API_KEY);
  } catch {
    // With no more files to be opened, the failure keeps its own words.
  }
}

/** Looks up how the ids in an error are shown on a terminal. */
async function shorten(error: CliError, context: CommandContext | undefined): Promise<void> {
  if (context?.terminal.shortIds === undefined) return;
  try {
    const { shortenIdsIn } = await import('../../ledger/shorten-ids.ts');
    await shortenIdsIn(context, error);
  } catch {
    // With no more files to be opened, they are shown whole.
  }
}

async function tell(
  error: CliError,
  terminal: Terminal,
  { json, verbose }: Pick<GlobalFlags, 'json' | 'verbose'>,
): Promise<void> {
  const { unmuted } = terminal;
  if (json) return unmuted.write(errorJson(error));
  try {
    const { renderError } = await import('../../terminal/errors/error.ts');
    unmuted.lines(renderError(error, unmuted, { sections: verbose }));
    if (terminal.caller !== undefined) unmuted.lines([`  ${callerLine(terminal.caller, error)}`]);
  } catch {
    // With no more files to be opened, the words are shown without their layout.
    unmuted.lines(plainError(error, unmuted));
  }
}

/**
 * After these commands genctl mentions no open submits, each for its own reason. The line would only point to `recover` itself.
 * Shells read the script of `completion` at each start. What a `worker` left open goes on under its key with whoever holds its line
 * next.
 */
const silentAfter = new Set(['recover', 'completion', 'worker']);

/** Prints a line about submits whose answer never arrived. It looks into one folder and does not create it. */
async function mentionUnsettled(context: CommandContext, command: string): Promise<void> {
  const { globals, ledger, terminal } = context;
  if (globals.json || globals.quiet) return;
  try {
    // Most homes have none, and load nothing for it.
    if ((await (await ledger()).unsettledCount()) === 0) return;
    const { openSubmitLines, openSubmits } = await import('../../follow/list/open-submits.ts');
    const lines = openSubmitLines(await openSubmits(context, command));
    terminal.err.lines(lines.map((line) => `${terminal.err.symbols.warn} ${line}`));
  } catch (error) {
    // The command's own result stands; the next command that needs the ledger reports that it can't be read.
    if (failureOf(error) === undefined) throw error;
  }
}
