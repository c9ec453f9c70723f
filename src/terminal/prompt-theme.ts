import type { Look } from '../text/look.ts';

/**
 * The look of questions, in our colours and symbols. Inquirer's own colours depend on stdout, which may be a pipe while the
 * questions are on stderr.
 */
export function promptTheme({ colors, symbols }: Pick<Look, 'colors' | 'symbols'>) {
  return {
    prefix: { idle: colors.accent('?'), done: colors.good(symbols.good) },
    spinner: { frames: symbols.spinner.map(colors.accent) },
    style: {
      answer: colors.accent,
      message: colors.bold,
      error: (text: string) => `${colors.bad(symbols.bad)} ${text}`,
      defaultAnswer: (text: string) => colors.dim(`(${text})`),
      help: colors.dim,
      maskedText: '',
    },
  };
}
