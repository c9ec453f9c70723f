import type { CliError } from '../errors/cli-error.ts';
import { BudgetError } from '../errors/endings.ts';
import { exitCodes, type RunAgain } from '../errors/exit-codes.ts';
import type { colorChoice } from './color-choice.ts';

/** The environment variables that decide how to write to the terminal. An empty one counts as unset. */
export interface TerminalEnvironment extends CallerEnvironment {
  NO_COLOR?: string | undefined;
  FORCE_COLOR?: string | undefined;
  TERM?: string | undefined;
  CI?: string | undefined;
  /** The locale is the first of these three that is set. */
  LC_ALL?: string | undefined;
  LC_CTYPE?: string | undefined;
  LANG?: string | undefined;
  /** This and the next are set by terminals on Windows that draw Unicode. */
  WT_SESSION?: string | undefined;
  TERM_PROGRAM?: string | undefined;
}

/** The global flags that decide the same. */
export interface TerminalFlags {
  color: (typeof colorChoice.choices)[number];
  json: boolean;
  quiet: boolean;
  noInput: boolean;
}

/** Tells whether a stream is coloured. The flag decides, then FORCE_COLOR, then NO_COLOR, then whether it is a capable terminal. */
export function wantsColor(
  color: TerminalFlags['color'],
  environment: TerminalEnvironment,
  isTerminal: boolean,
): boolean {
  if (color !== 'auto') return color === 'always';
  const forced = given(environment.FORCE_COLOR);
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return given(environment.NO_COLOR) === undefined && isTerminal && environment.TERM !== 'dumb';
}

/**
 * Why the program may neither ask questions nor draw moving lines; undefined where it may, which needs a person at a terminal
 * at both stdin and stderr.
 */
export function whyNothingIsAsked(
  flags: TerminalFlags,
  environment: TerminalEnvironment,
  terminals: { stdin: boolean; stderr: boolean },
): string | undefined {
  const caller = callerIn(environment);
  if (caller !== undefined) return `Can't ask: ${caller} is set, so a program types for somebody.`;
  const flag = flagNames.find(([name]) => flags[name])?.[1];
  if (flag !== undefined) return `Can't ask: ${flag} is given.`;
  const missing = terminals.stderr ? 'stdin' : 'stderr';
  if (!terminals.stdin || !terminals.stderr) return `Can't ask: ${missing} is not a terminal.`;
  if (given(environment.CI) !== undefined) return "Can't ask: CI is set.";
  if (environment.TERM === 'dumb') return "Can't ask: TERM=dumb is set.";
  return undefined;
}

const flagNames = [
  ['json', '--json'],
  ['quiet', '--quiet'],
  ['noInput', '--no-input'],
] as const satisfies readonly (readonly [keyof TerminalFlags, string])[];

/** Tells whether symbols beyond ASCII can be drawn. They can't on old consoles, or in a locale with another encoding than UTF-8. */
export function drawsUnicode(environment: TerminalEnvironment, platform: NodeJS.Platform): boolean {
  const term = given(environment.TERM);
  if (platform === 'win32')
    return (
      given(environment.WT_SESSION) !== undefined ||
      environment.TERM_PROGRAM === 'vscode' ||
      (term !== undefined && /^(xterm|alacritty|rxvt)/.test(term))
    );
  const locale = given(environment.LC_ALL) ?? given(environment.LC_CTYPE) ?? given(environment.LANG);
  return term !== 'linux' && term !== 'dumb' && (locale === undefined || /utf-?8/.test(locale.toLowerCase()));
}

function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

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
