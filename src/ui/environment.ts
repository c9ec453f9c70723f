/** The environment values that decide how the terminal is spoken to; an empty one counts as unset. */
export interface TerminalEnvironment {
  NO_COLOR?: string | undefined;
  FORCE_COLOR?: string | undefined;
  TERM?: string | undefined;
  CI?: string | undefined;
  /** The locale, the first set one of these three. */
  LC_ALL?: string | undefined;
  LC_CTYPE?: string | undefined;
  LANG?: string | undefined;
  /** Terminals on Windows that draw Unicode. */
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

/** Whether a stream is coloured: the flag, then FORCE_COLOR, then NO_COLOR, then whether it is a terminal that can. */
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
 * Why nothing may move or be asked; undefined where it may: both ends are terminals that can be drawn on, and nobody
 * scripted them.
 */
export function whyNothingIsAsked(
  flags: TerminalFlags,
  environment: TerminalEnvironment,
  terminals: { stdin: boolean; stderr: boolean },
): string | undefined {
  const flag = flagNames.find(([name]) => flags[name])?.[1];
  if (flag !== undefined) return `Questions need a terminal, and ${flag} rules them out.`;
  const missing = terminals.stderr ? 'stdin' : 'stderr';
  if (!terminals.stdin || !terminals.stderr)
    return `Questions need a terminal at stdin and stderr, and ${missing} is none.`;
  if (given(environment.CI) !== undefined) return 'Questions need a person, and CI is set.';
  if (environment.TERM === 'dumb')
    return 'Questions need a terminal that can be drawn on, and TERM=dumb says that this one can’t.';
  return undefined;
}

const flagNames = [
  ['json', '--json'],
  ['quiet', '--quiet'],
  ['noInput', '--no-input'],
] as const satisfies readonly (readonly [keyof TerminalFlags, string])[];

/** Whether symbols beyond ASCII can be drawn: a locale that names another encoding, and old consoles, can't. */
export function drawsUnicode(environment: TerminalEnvironment, platform: NodeJS.Platform): boolean {
  const term = given(environment.TERM);
  if (platform === 'win32')
    return (
      given(environment.WT_SESSION) !== undefined ||
      environment.TERM_PROGRAM === 'vscode' ||
      (term !== undefined && /^(xterm|alacritty|rxvt)/.test(term))
    );
  const locale = given(environment.LC_ALL) ?? given(environment.LC_CTYPE) ?? given(environment.LANG);
  return term !== 'linux' && term !== 'dumb' && (locale === undefined || /utf-?8/i.test(locale));
}

function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
