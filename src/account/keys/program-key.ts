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
  /** The replacement of the current key, which all requests share that were refused with it. */
  let replacement: Promise<KeyReplacement> | undefined;
  /** True if that ended without another key. */
  let isUnreplaced = false;
  let acceptedKey: string | undefined;
  let replacementsInRow = 0;
  const current = (): string => keys.at(-1) ?? first;

  async function askOnce(): Promise<KeyReplacement> {
    if (replacementsInRow === refusedReplacementsMost) return 'never accepted';
    const printed = await askAgain();
    if (keys.includes(printed)) return 'repeated';
    keys.push(printed);
    keys.splice(0, keys.length - keysMost);
    replacement = undefined;
    replacementsInRow += 1;
    return 'replaced';
  }

  async function replaceCurrent(): Promise<KeyReplacement> {
    const refusedKey = current();
    try {
      return await askOnce();
    } finally {
      isUnreplaced = refusedKey === current();
    }
  }
  return {
    current,
    all: () => keys,
    accept(apiKey) {
      if (apiKey !== current()) return;
      // A gateway refused it, if anybody did. Once it ends, the program is asked again.
      if (isUnreplaced) replacement = undefined;
      isUnreplaced = false;
      if (apiKey === acceptedKey) return;
      acceptedKey = apiKey;
      replacementsInRow = 0;
    },
    async replace(refusedKey, refusals) {
      if (refusals > refusedReplacementsMost) return 'never accepted';
      if (refusedKey !== current()) return 'replaced';
      replacement ??= replaceCurrent();
      return replacement;
    },
  };
}
