import type { View } from './position.ts';

/** A line of the help: what each of its keys asks for. */
interface KeyRow {
  says: string;
  /** By the keys as `KeyboardEvent.key` names them, in the order in which the help shows them. */
  keys: Readonly<Record<string, string>>;
  /** The only view in which the keys ask for it; every view unless given. */
  view?: View;
}

const keyTable = [
  {
    says: 'the one before, the one after',
    keys: { ArrowLeft: 'left', h: 'left', ArrowRight: 'right', l: 'right' },
  },
  {
    says: 'in the grid, a row up, a row down',
    view: 'grid',
    keys: { ArrowUp: 'up', k: 'up', ArrowDown: 'down', j: 'down' },
  },
  { says: 'the first, the last', keys: { Home: 'first', End: 'last' } },
  { says: 'look at one', keys: { Enter: 'open' } },
  { says: 'two side by side, played in step', keys: { c: 'two' } },
  { says: 'of two, the other side is moved and ticked', view: 'two', keys: { s: 'swap' } },
  { says: 'play or pause', keys: { ' ': 'play' } },
  { says: 'a frame back, a frame on', keys: { ',': 'back', '.': 'forward' } },
  { says: 'sound on or off', keys: { m: 'sound' } },
  { says: 'tick, or untick', keys: { x: 'tick' } },
  { says: 'copy the command for what is ticked', keys: { y: 'copy' } },
  { says: 'filter', keys: { '/': 'filter' } },
  { says: 'back to the grid', keys: { g: 'leave', Escape: 'leave' } },
  { says: 'these keys', keys: { '?': 'help' } },
] as const satisfies readonly KeyRow[];

type ValueOf<Row> = Row extends unknown ? Row[keyof Row] : never;

/** What a key asks for. */
export type KeyAction = ValueOf<(typeof keyTable)[number]['keys']>;

const keyLabels: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
  Escape: 'Esc',
};

/** The keys as the help shows them. */
export const keyHelp: readonly (readonly [keys: readonly string[], says: string])[] = keyTable.map(
  ({ keys, says }) => [Object.keys(keys).map((key) => keyLabels[key] ?? key), says],
);

/** Elements that mean something themselves by these keys. */
const ownKeys: Readonly<Record<string, readonly string[]>> = {
  BUTTON: [' ', 'Enter'],
  A: ['Enter'],
};

/** What a key asks for where the focus is; undefined where the key belongs to what has the focus, or to the browser. */
export function actionOf(event: KeyboardEvent, view: View): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  const { key, target } = event;
  const isOfTarget =
    target instanceof HTMLElement && (isTyped(target) || ownKeys[target.tagName]?.includes(key));
  // Escape leaves whatever has the focus.
  if (isOfTarget && key !== 'Escape') return undefined;
  const rows: readonly { keys: Readonly<Record<string, KeyAction>>; view?: View }[] = keyTable;
  return rows.find((row) => Object.hasOwn(row.keys, key) && (row.view ?? view) === view)?.keys[key];
}

/** Whether keys go into an element as text or as its value. */
function isTyped(target: HTMLElement): boolean {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName);
}
