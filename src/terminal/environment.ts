import { type CallerEnvironment, callerIn } from './callers.ts';

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
  color: 'auto' | 'always' | 'never';
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
