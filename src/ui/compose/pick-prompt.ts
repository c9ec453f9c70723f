import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isTabKey,
  isUpKey,
  makeTheme,
  useEffect,
  useKeypress,
  useMemo,
  usePagination,
  usePrefix,
  useState,
} from '@inquirer/core';
import type { Look } from '../look.ts';
import { promptTheme } from '../prompt-theme.ts';
import { cutToWidth, padToWidth, textWidth } from '../render/text-width.ts';
import { below } from './below.ts';
import { type Given, goBack, isEscape, quickEscape } from './escape-key.ts';

/** A line to pick. Its texts must be safe to show. */
export interface PickRow {
  name: string;
  /** Beside the name. */
  detail?: string | undefined;
  /** Below the list, while the row is the one that Enter takes. */
  says?: string | undefined;
}

export interface PickConfig {
  message: string;
  look: Look;
  rows: readonly PickRow[];
  /** The place of the row that Enter takes at first; without one it takes none until a row is chosen. */
  preset: number | undefined;
  hint?: string | undefined;
  /** Told of Esc, before the question ends. */
  onBack?: (() => void) | undefined;
}

/** Rows that are seen at once. */
const rowsMost = 9;

/** Where the arrow is while it is at no row. */
const unchosen = -1;

/** One of some lines, by arrows or by typing a part of it; answers its place. Esc goes back. */
export const pickPrompt = createPrompt<Given<number>, PickConfig>((config, done) => {
  const { look, message, rows } = config;
  const { colors, symbols } = look;
  const theme = makeTheme(promptTheme(look));
  const [status, setStatus] = useState<'idle' | 'done'>('idle');
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(config.preset ?? unchosen);
  const prefix = usePrefix({ status, theme });
  const found = useMemo(() => placesOf(rows, typed), [typed]);

  useEffect((rl) => quickEscape(rl), []);

  useKeypress((key, rl) => {
    if (status === 'done') return;
    if (isEscape(key)) {
      config.onBack?.();
      setStatus('done');
      done(goBack);
    } else if (isEnterKey(key)) {
      const picked = found[active];
      if (picked === undefined) return rl.write(typed);
      setStatus('done');
      done({ given: picked });
    } else if (isUpKey(key) || isDownKey(key)) {
      rl.clearLine(0);
      rl.write(typed);
      setActive(nextPlace(active, isUpKey(key) ? -1 : 1, found.length));
    } else if (isTabKey(key)) {
      rl.clearLine(0);
      rl.write(typed);
    } else if (rl.line !== typed) {
      setTyped(rl.line);
      setActive(rl.line === '' ? (config.preset ?? unchosen) : 0);
    }
  });

  const widest = Math.max(0, ...rows.map(({ name }) => textWidth(name)));
  const page = usePagination({
    items: found,
    active: Math.max(0, Math.min(active, found.length - 1)),
    renderItem: ({ index, item }) => rowText(rows[item], { isActive: index === active, look, widest }),
    pageSize: rowsMost,
    loop: false,
  });
  const head = `${prefix} ${colors.bold(message)} `;
  if (status === 'done') {
    const picked = rows[found[active] ?? -1];
    return `${head}${colors.accent(picked?.name ?? '')}`.trimEnd();
  }
  const says = rows[found[active] ?? -1]?.says;
  const under = [
    found.length === 0 ? `${colors.bad(symbols.bad)} None of ${rows.length} has that in it.` : page,
    says === undefined || says === '' ? undefined : below(says, look),
    ...hintsOf(config).map((hint) => below(hint, look)),
  ];
  return [`${head}${typed}`, under.filter((line) => line !== undefined).join('\n')];
});

/** Round from the last to the first; from no row the first step is to an end. */
function nextPlace(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return active;
  if (active === unchosen) return step === 1 ? 0 : count - 1;
  return (active + step + count) % count;
}

/** More rows than are seen at once are found by typing. */
function hintsOf({ hint, rows }: PickConfig): string[] {
  const finding =
    rows.length > rowsMost && hint === undefined
      ? [`${rows.length} lines; type a part of one to find it`]
      : [];
  return [...(hint === undefined ? [] : [hint]), ...finding];
}

function rowText(
  row: PickRow | undefined,
  { isActive, look, widest }: { isActive: boolean; look: Look; widest: number },
): string {
  const { colors, symbols } = look;
  if (row === undefined) return '';
  const room = look.columns - 3;
  const name = cutToWidth(row.name, room, symbols.ellipsis);
  const paddedName = padToWidth(name, Math.min(widest, Math.floor((room * 2) / 3)));
  const left = room - textWidth(paddedName) - 2;
  const detail = row.detail === undefined || left < 4 ? '' : cutToWidth(row.detail, left, symbols.ellipsis);
  const cursor = isActive ? colors.accent(symbols.arrow) : ' ';
  const shown = isActive ? colors.accent(name) : name;
  if (detail === '') return `${cursor} ${shown}`;
  return `${cursor} ${shown}${paddedName.slice(name.length)}  ${colors.dim(detail)}`;
}

/** The places of the rows that have every typed word in them; those whose name begins with what was typed come first. */
function placesOf(rows: readonly PickRow[], typed: string): number[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = typed.trim().toLowerCase();
  return rows
    .map((row, place) => ({
      place,
      text: `${row.name} ${row.detail ?? ''}`.toLowerCase(),
      name: row.name.toLowerCase(),
    }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .sort((one, other) => rank(one.name, whole) - rank(other.name, whole) || one.place - other.place)
    .map(({ place }) => place);
}

function rank(name: string, typed: string): number {
  if (typed === '') return 0;
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  return name.includes(typed) ? 2 : 3;
}
