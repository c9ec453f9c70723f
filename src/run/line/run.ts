import { setMaxListeners } from 'node:events';
import { errorJson } from '../../cli/error-json.ts';
import { beginsWithFlag, type GlobalFlags, isBareLine } from '../../cli/global-flags.ts';
import { isDoubtfulWord } from '../../cli/line-words.ts';
import type { Surroundings } from '../../cli/surroundings.ts';
import type { CommandContext } from '../../command/define-command.ts';
import { CliError } from '../../errors/cli-error.ts';
import { type ExitCode, exitCodes } from '../../errors/exit-codes.ts';
import { genctl, type Hint, hintThen, type Step, say, withSteps } from '../../errors/hint.ts';
import { InterruptedError, signalAbortOf } from '../../errors/interrupted-error.ts';
import { systemFailure } from '../../errors/system-trouble.ts';
import type { OnwardCommand } from '../../request/onward.ts';
import { callerLine } from '../../terminal/environment.ts';
import { fitHelp } from '../../terminal/fit-help.ts';
import { createTerminal, type Terminal } from '../../terminal/terminal.ts';
import { gaps } from '../../text/gaps.ts';
import { redact } from '../../text/redaction.ts';
import { safeLine } from '../../text/safe-text.ts';
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
    const shown = await asFailure(error, around, context);
    await mend(shown, around);
    context?.events()?.end({ exitCode: shown.exitCode, error: shown });
    if (context?.terminal.shortIds !== undefined) {
      const { shortenIdsIn } = await import('../../ledger/shorten-ids.ts');
      await shortenIdsIn(context, shown);
    }
    await tell(shown, terminal, told);
    exit = shown.exitCode;
    failure = shown;
  }
  await context?.close();
  try {
    await terminal.drain();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // A command that drains its own pieces has ended with it already.
    if (error !== failure) await tell(error, terminal, told);
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
    const { message, why, hint } = error;
    unmuted.lines([message, why, hint].filter((line) => line !== undefined).map(safeLine));
  }
}

/** The error that ended a run. Jobs submitted by then go on, so it names them. */
async function asFailure(
  error: unknown,
  around: Surroundings,
  context: CommandContext | undefined,
): Promise<CliError> {
  if (error instanceof CliError) return withOwnId(error, context);
  const failure = interrupted(error) ?? systemFailure(error) ?? defect(error, around);
  const jobIds = context?.submitted() ?? [];
  if (context !== undefined && jobIds.length > 0) {
    const onward = context.onward.step(jobIds);
    failure.mendBy((hint) => hintThen(hint, onward));
  }
  const [only, ...others] = jobIds;
  if (others.length === 0) failure.jobId = only;
  return failure;
}

/** The error for a signal that ended an await of something else, as while a file was looked at or uploaded. */
function interrupted(error: unknown): CliError | undefined {
  const cause = signalAbortOf(error);
  return cause && new InterruptedError(cause.signal, { code: 'interrupted', message: cause.message });
}

/** Fills in the commands of a hint: they name the job of the error and continue as the typed line would have. */
function withOwnId(error: CliError, context: CommandContext | undefined): CliError {
  if (context === undefined) return error;
  return error.mendBy(
    (hint) => hint && withSteps(hint, (step) => ownStep(step, error.jobId, context.onward)),
  );
}

/** The commands that continue with a job. */
const onwardCommands: readonly string[] = [
  'wait',
  'download',
  'status',
  'show',
  'cancel',
] satisfies OnwardCommand[];

function ownStep(step: Step, jobId: string | undefined, onward: CommandContext['onward']): Hint {
  if (!('run' in step)) return step;
  const [command = '', word, ...more] = step.run;
  if (command === 'recover' && word === undefined) return onward.lineOnceKnown() ?? step;
  if (jobId === undefined || word !== gaps.id) return step;
  if (onwardCommands.includes(command))
    return { run: [...onward.step([jobId], command as OnwardCommand).run, ...more] };
  return command === 'finalize' || command === 'rerun' ? { run: [command, jobId, ...more] } : step;
}

/** The error for anything that is not one of ours: it is a fault of the program. Its words are shown with secrets hidden. */
function defect(error: unknown, around: Surroundings): CliError {
  const cause = error instanceof Error ? error : new Error(String(error));
  const { message, why } = defectWords(cause);
  return new CliError('defect', {
    code: 'defect',
    message: `genctl ${around.version} has a bug${message}`,
    why,
    hint: say`${genctl`jobs`}, to see that nothing was lost; then report these lines`,
    cause,
  });
}

/** How many frames of the stack are shown: further ones say where the program was, not what went wrong. */
const framesTold = 3;

/** The words of a fault, with secrets hidden; none where hiding fails. */
function defectWords({ message, stack = '' }: Error): { message: string; why?: string } {
  try {
    const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
    const told = frames.slice(0, framesTold).map((frame) => frame.trim());
    return { message: `: ${redact(message)}`, why: redact(told.join('\n')) };
  } catch {
    return { message: '' };
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
    if (!(error instanceof CliError)) throw error;
  }
}
