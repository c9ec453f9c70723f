/** The purposes of painted text, and how chalk paints each, in the sixteen colours that follow the person's own theme. */
const paints = {
  /** For what the eye should find first: ids, commands. */
  accent: 'cyan',
  bold: 'bold',
  /** For secondary facts. */
  dim: 'dim',
  good: 'green',
  warn: 'yellow',
  bad: 'red',
} as const;

type Purpose = keyof typeof paints;

/** Paints text by its purpose, not by the name of a colour. */
export type Colors = Record<Purpose, (text: string) => string>;

/** The few signs that output uses: in Unicode, and in ASCII. */
const signs = {
  good: ['✓', '+'],
  bad: ['✗', 'x'],
  warn: ['!', '!'],
  /** Leads to the next command. */
  arrow: ['→', '>'],
  /** Stands between what was and what it became. */
  becomes: ['→', '->'],
  down: ['↓', 'v'],
  /** The states of a job: running, queued, stopped. */
  running: ['●', '*'],
  queued: ['○', 'o'],
  stopped: ['-', '-'],
  /** Separates facts on one line. */
  dot: ['·', '|'],
  ellipsis: ['…', '...'],
  /** Marks the end of a line in a text that is drawn on a single line; one column wide. */
  lineEnd: ['↵', '|'],
  /** Stands between the ends of a range. */
  to: ['–', '-'],
} as const;

type Sign = keyof typeof signs;

export interface Symbols extends Readonly<Record<Sign, string>> {
  spinner: readonly string[];
  /** Parts of a bar, one column each, from the emptiest to the full one. */
  bar: readonly string[];
  /** The part of a bar that is not filled yet. */
  barRest: string;
}

/** How a renderer may write: everything it needs to know about a stream, without the stream. */
export interface Look {
  colors: Colors;
  symbols: Symbols;
  /** Width of the stream. Unit: columns. */
  columns: number;
  /** True if a person reads it; otherwise lines are not wrapped or cut, and tables are tab-separated. */
  isTerminal: boolean;
  ids: ShownIds;
}

export const unicodeSymbols: Symbols = {
  ...signsOf(0),
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  bar: ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'],
  barRest: '░',
};

export const asciiSymbols: Symbols = {
  ...signsOf(1),
  spinner: ['-', '\\', '|', '/'],
  bar: ['#'],
  barRest: '-',
};

function signsOf(place: 0 | 1): Record<Sign, string> {
  const entries = Object.entries(signs).map(([name, forms]) => [name, forms[place]]);
  return Object.fromEntries(entries) as Record<Sign, string>;
}

export const plainColors = colorsBy(() => (text) => text);

/** Colours through chalk, which is loaded only where something is coloured. */
export async function loadColors(): Promise<Colors> {
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return colorsBy((purpose) => (text) => chalk[paints[purpose]](text));
}

function colorsBy(paintOf: (purpose: Purpose) => (text: string) => string): Colors {
  const entries = (Object.keys(paints) as Purpose[]).map((purpose) => [purpose, paintOf(purpose)]);
  return Object.fromEntries(entries) as Colors;
}

/** How ids are shown on a stream: on a terminal short, where a short form is known; whole elsewhere. */
export interface ShownIds {
  of(id: string): string;
  /** A text with the ids in it as they are shown. One that is part of a path or the value of a flag stays whole. */
  within(text: string): string;
}

export const wholeIds: ShownIds = { of: (id) => id, within: (text) => text };

/** Short forms of ids, which are learned before the ids are shown. */
export interface ShortIds extends ShownIds {
  /** Adds short forms, by the whole ids. An id that is known keeps its form, so that it looks the same all through a run. */
  learn(shortForms: ReadonlyMap<string, string>): void;
}

/** An id in a text. What stands before or after it must not make it a part of a path or the value of a flag. */
const idInText = /(?<![\w./\\=-]|--[a-z][a-z-]* )\w[\w-]*(?![\w/\\-]|\.\w)/g;

export function createShortIds(): ShortIds {
  const known = new Map<string, string>();
  const of = (id: string): string => known.get(id) ?? id;
  return {
    of,
    within: (text) => (known.size === 0 ? text : text.replace(idInText, of)),
    learn(shortForms) {
      for (const [id, short] of shortForms) if (!known.has(id)) known.set(id, short);
    },
  };
}
