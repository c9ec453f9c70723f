import { shellQuote } from './shell-quote.ts';

/** More ids than this are named by `--all`. */
const idsMost = 5;

/** The command that waits for these jobs again: the line printed when a wait was left. */
export function resumeCommand(jobIds: readonly string[]): string {
  return jobIds.length > idsMost ? 'genctl wait --all' : `genctl wait ${jobIds.map(shellQuote).join(' ')}`;
}
