import { CliError } from '../errors/cli-error.ts';
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts';
import { createTerminal, type Terminal } from '../ui/terminal.ts';
import { isBareLine } from './bare-line.ts';
import type { CommandContext } from './context.ts';
import type { GlobalFlags } from './global-flags.ts';
import { readCommandLine } from './program.ts';
import type { Surroundings } from './surroundings.ts';

/** How the terminal is spoken to before the command line could be read. */
const unreadFlags = { color: 'auto', json: false, quiet: false, noInput: false } as const;

/** Reads a command line, runs its command, and says how it ended. Never throws. */
export async function runCommandLine(around: Surroundings): Promise<ExitCode> {
  const early = { ...unreadFlags, json: around.argv.includes('--json') };
  let terminal = await openTerminal(around, early);
  let context: CommandContext | undefined;
  let exit: ExitCode = exitCodes.done.code;
  let json: boolean = early.json;
  try {
    const argv = terminal.interactive && isBareLine(around.argv) ? ['compose', ...around.argv] : around.argv;
    const request = await readCommandLine(argv, terminal.out.columns);
    if (request.kind === 'help') {
      terminal.out.write(request.text);
    } else {
      const { globals, name } = request;
      json = globals.json;
      terminal = await openTerminal(around, { ...globals, color: globals.color ?? 'auto' });
      const run = request.prepare();
      const { createContext } = await import('./create-context.ts');
      context = createContext(around, globals, terminal);
      await run(context);
      if (!silentAfter.has(name)) await mentionUnsettled(context);
      exit = context.exitCode();
    }
  } catch (error) {
    const shown = error instanceof CliError ? error : await defect(error, around);
    await tell(shown, terminal, json);
    exit = shown.exitCode;
  }
  await context?.close();
  try {
    await terminal.drain();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    await tell(error, terminal, json);
    await terminal.err.drain().catch(() => {});
    return error.exitCode;
  }
  return exit;
}

function openTerminal(
  around: Surroundings,
  flags: Pick<GlobalFlags, 'json' | 'quiet' | 'noInput'> & { color: 'auto' | 'always' | 'never' },
): Promise<Terminal> {
  const { environment, platform, stderr, stdin, stdinIsTerminal, stdout } = around;
  return createTerminal({ stdout, stderr, stdin, stdinIsTerminal, environment, platform, flags });
}

async function tell(error: CliError, terminal: Terminal, json: boolean): Promise<void> {
  const { errorJson, renderError } = await import('../ui/render/error.ts');
  if (json) terminal.err.write(errorJson(error));
  else terminal.err.lines(renderError(error, terminal.err));
}

/** Anything that is not one of our own errors is a fault of the program, and says so without showing its cause's texts. */
async function defect(error: unknown, around: Surroundings): Promise<CliError> {
  const { redact } = await import('../client/redaction.ts');
  const cause = error instanceof Error ? error : new Error(String(error));
  return new CliError('defect', {
    code: 'defect',
    message: `genctl ${around.version} met a fault of its own: ${redact(cause.message)}`,
    why: redact(
      (cause.stack ?? '')
        .split('\n')
        .slice(1, 4)
        .map((line) => line.trim())
        .join('\n'),
    ),
    hint: 'genctl jobs, to see that nothing was lost; then report these lines',
    cause,
  });
}

/** `recover` is what the line would point at; the script is read by a shell that starts, at each start. */
const silentAfter = new Set(['recover', 'completion']);

/** A submit younger than this may be under way in another process. Unit: ms. */
const underWayMs = 2 * 60_000;

/** One line about submits whose answer never arrived; a look into one folder, which is not made for it. */
async function mentionUnsettled({ clock, globals, ledger, terminal }: CommandContext): Promise<void> {
  if (globals.json || globals.quiet) return;
  try {
    const count = await (await ledger()).unsettledCount(clock.nowMs() - underWayMs);
    if (count === 0) return;
    const what = count === 1 ? 'The answer of 1 submit' : `The answers of ${count} submits`;
    terminal.err.lines([`${terminal.err.symbols.warn} ${what} never arrived: genctl recover`]);
  } catch (error) {
    // The command's own outcome stands; a ledger that can't be read is told by the next that needs it.
    if (!(error instanceof CliError)) throw error;
  }
}
