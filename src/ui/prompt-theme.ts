import type { Look } from './look.ts';

/**
 * The look of questions, in our colours and symbols. Inquirer's own colours depend on stdout, which may be a pipe while the
 * questions are on stderr.
 */
export function promptTheme({ colors, symbols }: Pick<Look, 'colors' | 'symbols'>) {
  return {
    prefix: { idle: colors.accent('?'), done: colors.good(symbols.good) },
    icon: { cursor: colors.accent(symbols.arrow) },
    spinner: { frames: symbols.spinner.map(colors.accent) },
    style: {
      answer: colors.accent,
      message: colors.bold,
      error: (text: string) => `${colors.bad(symbols.bad)} ${text}`,
      defaultAnswer: (text: string) => colors.dim(`(${text})`),
      help: colors.dim,
      highlight: colors.accent,
      key: colors.accent,
      description: colors.dim,
      disabled: colors.dim,
      maskedText: '',
      keysHelpTip: (keys: [key: string, action: string][]) =>
        colors.dim(keys.map(([key, action]) => `${key} ${action}`).join(` ${symbols.dot} `)),
    },
  };
}
