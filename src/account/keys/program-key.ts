import { oncePerKey } from '../../text/once.ts';
import type { AccountKey, KeyReplacement } from './account-key.ts';

/** So many keys are remembered. A program may print thousands while a worker runs. */
const keysMost = 50;
/**
 * So many replacements in a row may be refused, to all requests and to each. One may end before it was sent. Without a limit, a wrong
 * program would run for as long as requests are sent.
 */
const refusedReplacementsMost = 3;

/**
 * The key of an account whose program prints it. The program runs at most once for each refused key.
 *
 * @param first the key that it printed first.
 * @param askAgain runs the program again, and resolves with what it printed. Throws AuthError.
 */
export function programKey(first: string, askAgain: () => Promise<string>): AccountKey {
  const keys = [first];
  const replacements = new Map<string, Promise<KeyReplacement>>();
  /** Keys for which the program gave no other one. */
  const unreplaced = new Set<string>();
  let acceptedKey: string | undefined;
  let replacementsInRow = 0;
  const current = (): string => keys.at(-1) ?? first;

  async function askOnce(): Promise<KeyReplacement> {
    if (replacementsInRow === refusedReplacementsMost) return 'never accepted';
    const printed = await askAgain();
    if (keys.includes(printed)) return 'repeated';
    keys.push(printed);
    replacementsInRow += 1;
    for (const forgotten of keys.splice(0, keys.length - keysMost)) replacements.delete(forgotten);
    return 'replaced';
  }

  async function replaceOnce(refusedKey: string): Promise<KeyReplacement> {
    let replacement: KeyReplacement | undefined;
    try {
      replacement = await askOnce();
      return replacement;
    } finally {
      if (replacement !== 'replaced') unreplaced.add(refusedKey);
    }
  }
  return {
    current,
    all: () => keys,
    accept(apiKey) {
      // A gateway refused it, if anybody did. Once it ends, the program is asked again.
      if (unreplaced.delete(apiKey)) replacements.delete(apiKey);
      if (apiKey === acceptedKey || apiKey !== current()) return;
      acceptedKey = apiKey;
      replacementsInRow = 0;
    },
    async replace(refusedKey, refusals) {
      if (refusals > refusedReplacementsMost) return 'never accepted';
      return refusedKey === current()
        ? oncePerKey(replacements, refusedKey, () => replaceOnce(refusedKey))
        : 'replaced';
    },
  };
}
