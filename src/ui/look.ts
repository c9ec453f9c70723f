/** Paints text by its purpose, not by the name of a colour. */
export interface Colors {
  /** For what the eye should find first: ids, commands. */
  accent(text: string): string;
  bold(text: string): string;
  /** For secondary facts. */
  dim(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
}

/** The few signs that output uses. */
export interface Symbols {
  good: string;
  bad: string;
  warn: string;
  /** Leads to the next command. */
  arrow: string;
  down: string;
  /** The states of a job: running, queued, stopped. */
  running: string;
  queued: string;
  stopped: string;
  /** Separates facts on one line. */
  dot: string;
  ellipsis: string;
  /** Marks the end of a line in a text that is drawn on a single line; one column wide. */
  lineEnd: string;
  /** Stands between the ends of a range. */
  to: string;
  spinner: readonly string[];
  /** Parts of a bar, one column each, from the emptiest to the full one. */
  bar: readonly string[];
}

/** How a renderer may write: everything it needs to know about a stream, without the stream. */
export interface Look {
  colors: Colors;
  symbols: Symbols;
  /** Width of the stream. Unit: columns. */
  columns: number;
  /** Whether a person reads it; otherwise lines are not wrapped or cut, and tables are tab-separated. */
  isTerminal: boolean;
}

export const unicodeSymbols: Symbols = {
  good: '✓',
  bad: '✗',
  warn: '!',
  arrow: '→',
  down: '↓',
  running: '●',
  queued: '○',
  stopped: '-',
  dot: '·',
  ellipsis: '…',
  lineEnd: '↵',
  to: '–',
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  bar: ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'],
};

export const asciiSymbols: Symbols = {
  good: '+',
  bad: 'x',
  warn: '!',
  arrow: '>',
  down: 'v',
  running: '*',
  queued: 'o',
  stopped: '-',
  dot: '|',
  ellipsis: '...',
  lineEnd: '|',
  to: '-',
  spinner: ['-', '\\', '|', '/'],
  bar: ['#'],
};

const unchanged = (text: string): string => text;

export const plainColors: Colors = {
  accent: unchanged,
  bold: unchanged,
  dim: unchanged,
  good: unchanged,
  warn: unchanged,
  bad: unchanged,
};

/** Colours through chalk, in the sixteen that follow the person's own theme; loaded only where something is coloured. */
export async function loadColors(): Promise<Colors> {
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return {
    accent: (text) => chalk.cyan(text),
    bold: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    warn: (text) => chalk.yellow(text),
    bad: (text) => chalk.red(text),
  };
}
