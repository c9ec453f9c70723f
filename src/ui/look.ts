/** Paints a text; what it is for, rather than which colour it has. */
export interface Colors {
  /** What the eye should find first: ids, commands. */
  accent(text: string): string;
  bold(text: string): string;
  /** Secondary facts. */
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
  /** A state that goes on, one that waits, one that was left. */
  running: string;
  queued: string;
  stopped: string;
  /** Between facts on one line. */
  dot: string;
  ellipsis: string;
  /** Where a line ends, in a text that is drawn on one; one column wide. */
  lineEnd: string;
  /** From one number to another. */
  to: string;
  spinner: readonly string[];
  /** Parts of a bar, one column each: the least first, the full one last. */
  bar: readonly string[];
}

/** How a renderer may write: everything it needs to know of the stream, and no stream. */
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
