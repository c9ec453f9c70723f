/** The entry that `bin/` starts: it answers what everybody asks first, and loads the program for the rest. */
import { version } from '../../package.json';
import { errorCode } from '../errors/error-code.ts';
import type { exitCodes } from '../errors/exit-codes.ts';
import { fitHelp } from '../terminal/fit-help.ts';
import { columnsOf, directStream, standardStream } from '../terminal/standard-stream.ts';
import { asksForHelp, builtHelp } from './built-help.ts';
import { load, type Require } from './cached-code.ts';

/** `require` is that of `bin/`. */
export function start(require: Require): void {
  if (!isAnswered(process.argv.slice(2))) load(require);
}

/** Answers what an installer, a shell prompt and a person look for first, the version and help. True if all is said. */
function isAnswered(argv: readonly string[]): boolean {
  const isVersion = argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V');
  if (!isVersion && !asksForHelp(argv)) return false;
  const stdout = isVersion ? directStream('stdout', process) : standardStream('stdout', process);
  const text = isVersion ? `genctl ${version}\n` : helpOn(argv, stdout);
  if (text === undefined) return false;
  stdout.on('error', fail);
  stdout.write(text, fail);
  return true;
}

function helpOn(argv: readonly string[], stdout: { columns?: number | undefined }): string | undefined {
  const text = builtHelp(argv);
  return text === undefined ? undefined : fitHelp(text, columnsOf(stdout));
}

function fail(error?: Error | null): void {
  const machine: typeof exitCodes.machine.code = 14;
  // A reader that has gone away has read what it wanted. A stream of Node tells of a failure twice.
  if (!error || errorCode(error) === 'EPIPE' || process.exitCode === machine) return;
  process.exitCode = machine;
  // The exit code alone tells it if stderr fails as well.
  process.stderr.on('error', () => {});
  const why = `Writing stopped with ${errorCode(error) ?? error.message}.`;
  process.stderr.write(
    `✗ The output could not be written completely\n  ${why}\n  → Make room or write elsewhere\n`,
  );
}
