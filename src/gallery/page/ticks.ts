import { tryReadJson } from '../../schema/json/read-json.ts';
import type { PageItem } from './gallery-page.ts';
import { keyOf } from './item-words.ts';

/** What is ticked. It is kept by the browser, under the page's own address, where the browser keeps anything for a file. */
export interface Ticks {
  has(item: PageItem): boolean;
  toggle(item: PageItem): void;
  clear(): void;
}

const storeKey = `ticks of ${location.pathname}`;

/** `onChange` is called after each change. */
export function createTicks(onChange: () => void): Ticks {
  const ticked = new Set(keptKeys());
  const changed = (): void => {
    keep([...ticked]);
    onChange();
  };
  return {
    has: (item) => ticked.has(keyOf(item)),
    toggle(item) {
      // What no job can follow has no tick: it would ask for nothing.
      if (item.next === null) return;
      if (!ticked.delete(keyOf(item))) ticked.add(keyOf(item));
      changed();
    },
    clear() {
      ticked.clear();
      changed();
    },
  };
}

/** Browsers may refuse any storage to a file; then ticks last as long as the page is open. */
function keptKeys(): string[] {
  try {
    const kept = tryReadJson(localStorage.getItem(storeKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

function keep(keys: readonly string[]): void {
  try {
    localStorage.setItem(storeKey, JSON.stringify(keys));
  } catch {
    // They stay ticked until the page is closed.
  }
}
