/**
 * What an installer, a shell prompt and a person look for first, the version and help, answered before anything of `main.ts` is loaded.
 */
import { version } from '../package.json';
import { asksForHelp, builtHelp } from './built-help.ts';
import { errorCode } from './errors/error-code.ts';
import type { exitCodes } from './errors/exit-codes.ts';
import { columnsOf, standardStream } from './ui/standard-stream.ts';

const stdout = standardStream(1, () => process.stdout, process.platform);
const answer = answerOf(process.argv.slice(2));
/** Whether all is said. */
export const isAnswered = answer !== undefined;
if (answer !== undefined) {
  stdout.on('error', fail);
  stdout.write(answer, fail);
}

function answerOf(argv: readonly string[]): string | undefined {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) return `genctl ${version}\n`;
  return asksForHelp(argv) && columnsOf(stdout) === columnsOf({}) ? builtHelp(argv) : undefined;
}

function fail(error?: Error | null): void {
  const machine: typeof exitCodes.machine.code = 14;
  // A reader that has gone away has read what it wanted.
  if (error && errorCode(error) !== 'EPIPE') process.exitCode = machine;
}
