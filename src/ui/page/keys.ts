/** What a key asks for. */
export type KeyAction =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'play'
  | 'open'
  | 'tick'
  | 'two'
  | 'swap'
  | 'grid'
  | 'back'
  | 'forward'
  | 'sound'
  | 'filter'
  | 'copy'
  | 'help'
  | 'leave';

interface KeyRow {
  /** As `KeyboardEvent.key` names them. */
  keys: readonly string[];
  action: KeyAction;
}

const rows: readonly KeyRow[] = [
  { keys: ['ArrowLeft', 'h'], action: 'left' },
  { keys: ['ArrowRight', 'l'], action: 'right' },
  { keys: ['ArrowUp', 'k'], action: 'up' },
  { keys: ['ArrowDown', 'j'], action: 'down' },
  { keys: ['Home'], action: 'first' },
  { keys: ['End'], action: 'last' },
  { keys: [' '], action: 'play' },
  { keys: ['Enter'], action: 'open' },
  { keys: ['x'], action: 'tick' },
  { keys: ['c'], action: 'two' },
  { keys: ['s'], action: 'swap' },
  { keys: ['g'], action: 'grid' },
  { keys: [','], action: 'back' },
  { keys: ['.'], action: 'forward' },
  { keys: ['m'], action: 'sound' },
  { keys: ['/'], action: 'filter' },
  { keys: ['y'], action: 'copy' },
  { keys: ['?'], action: 'help' },
  { keys: ['Escape'], action: 'leave' },
];

/** The keys as the help shows them. */
export const keyHelp: readonly (readonly [keys: readonly string[], says: string])[] = [
  [['←', '→', '↑', '↓'], 'move; in a view of one or two, the one before or after'],
  [['Enter'], 'look at one'],
  [['c'], 'two side by side, played in step'],
  [['s'], 'of two, the other side is moved and ticked'],
  [['Space'], 'play or pause'],
  [[',', '.'], 'a frame back, a frame on'],
  [['m'], 'sound on or off'],
  [['x'], 'tick, or untick'],
  [['y'], 'copy the command for what is ticked'],
  [['/'], 'filter'],
  [['g', 'Esc'], 'back to the grid'],
  [['Home', 'End'], 'the first, the last'],
  [['?'], 'these keys'],
];

/** Elements that mean something themselves by these keys. */
const ownKeys: Readonly<Record<string, readonly string[]>> = {
  BUTTON: [' ', 'Enter'],
  A: ['Enter'],
};

/** What a key asks for where the focus is; undefined where the key belongs to what has the focus, or to the browser. */
export function actionOf(event: KeyboardEvent): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  const action = rows.find(({ keys }) => keys.includes(event.key))?.action;
  const { target } = event;
  if (action === 'leave' || !(target instanceof HTMLElement)) return action;
  if (isTyped(target)) return undefined;
  return ownKeys[target.tagName]?.includes(event.key) ? undefined : action;
}

/** Whether keys go into an element as text or as its value. */
function isTyped(target: HTMLElement): boolean {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName);
}
