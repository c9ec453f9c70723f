import { hasGap } from '../text/gaps.ts';

/** The commands that send what is paid for, or have it sent. */
export const payingCommands: ReadonlySet<string> = new Set([
  ...['submit', 'draft', 'refs', 'finalize', 'rerun', 'batch', 'worker', 'recover'],
  ...['queue retry', 'queue resume', 'queue limit'],
]);

/** Flags by which a command that pays shows its request, or its help, and sends nothing. */
export const showingFlags: ReadonlySet<string> = new Set(['--dry-run', '--curl', '--help', '-h']);

/**
 * The command of a line that makes a new charge as it stands; undefined for any other line. A line with a gap is refused until that is
 * filled in, and one that only shows its request sends nothing. `recover` sends what was submitted before, and its key makes no second job.
 */
export function chargingCommandOf(argv: readonly string[]): string | undefined {
  if (argv.some((word) => showingFlags.has(word) || hasGap(word))) return undefined;
  const [first = '', second = ''] = argv;
  const command = [`${first} ${second}`, first].find((name) => payingCommands.has(name));
  return command === 'recover' && !argv.includes('--resend') ? undefined : command;
}

/** Words for a line that pays: they say what it makes, and nobody can run them. */
export function chargeWords(command: string): string {
  if (command.startsWith('queue') || command === 'worker')
    return `${command} has lines sent that are charged`;
  return command === 'finalize'
    ? 'finalize makes the final, a job with a charge of its own'
    : `${command} makes a new job, with a charge of its own`;
}
