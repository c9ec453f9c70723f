import type { CliError } from '../errors/cli-error.ts';
import { BudgetError } from '../errors/endings.ts';
import { exitCodes, type RunAgain } from '../errors/exit-codes.ts';

/**
 * Variables that programs set for the lines that they type for somebody, the general name first. Such a program can't be asked, spends
 * somebody else's money, and is cut off after a minute or so. Nothing else follows from it: no other output, and no more trust. A variable
 * that an editor sets in the terminals of people too, such as CURSOR_TRACE_ID, is not among them.
 */
export const callerNames = [
  'AI_AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE',
  'CODEX_THREAD_ID',
  'CODEX_SANDBOX',
  'CODEX_CI',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'ANTIGRAVITY_AGENT',
  'AUGMENT_AGENT',
  'CLINE_ACTIVE',
  'OPENCODE',
  'OPENCODE_CLIENT',
] as const;

/** The variables as a run finds them. An empty one counts as unset. */
export type CallerEnvironment = { readonly [Name in (typeof callerNames)[number]]?: string | undefined };

/** The variable that says that such a program typed the line; undefined where none does. */
export function callerIn(environment: CallerEnvironment): string | undefined {
  return callerNames.find((name) => (environment[name] ?? '') !== '');
}

/** How to go on after a failure, by whether the line may be run again. */
const onward: Readonly<Record<RunAgain, string>> = {
  yes: 'Pause, then run it again; a submit only under a name of its own.',
  no: 'The same line ends the same way: change it first.',
  recover: 'Send nothing anew before recover has settled it.',
  'see error.code': 'Another job costs again: ask first.',
  '–': 'Read above what is left; do not repeat the line blindly.',
};

/** Says to a program that typed the line how to wait or go on after a failure. */
export function callerLine(caller: string, error: CliError): string {
  return `${wayOn(error)} For programs (${caller} is set): genctl help skill`;
}

function wayOn(error: CliError): string {
  if (error.exit === 'waitTimedOut')
    return 'Nothing is lost: run the line above, again and again, and submit nothing anew.';
  // A hint of a limit is no leave to lift it.
  if (error instanceof BudgetError || error.code === 'input_required')
    return 'The person who pays decides this: stop and ask.';
  return onward[exitCodes[error.exit].runAgain];
}
