import { tryReadJson } from '../../schema/json/read-json.ts';

/** The browser keeps the ticks under the page's own address, where it keeps anything for a file. */
const storeKey = `ticks of ${location.pathname}`;

/** The keys of what was ticked when the page was open last. */
export function keptTicks(): Set<string> {
  try {
    const kept = tryReadJson(localStorage.getItem(storeKey) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Browsers may refuse any storage to a file; then ticks last as long as the page is open. */
export function keepTicks(keys: ReadonlySet<string>): void {
  try {
    localStorage.setItem(storeKey, JSON.stringify([...keys]));
  } catch {
    // They stay ticked until the page is closed.
  }
}
