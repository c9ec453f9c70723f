import { oncePerKey } from '../../text/once.ts';

/** The key that an account sends. A key that a program printed may end; the program is asked for another one then. */
export interface AccountKey {
  /** The key to send now. */
  current(): string;
  /** The keys that were sent so far, the newest last. No output may show one of them. */
  all(): readonly string[];
  /** Notes that the service accepts a key. */
  accept(apiKey: string): void;
  /**
   * Replaces a key that the service refused. All requests that were refused with one key share a single run of the program.
   *
   * @throws AuthError if the program gives no key.
   */
  replace(refused: RefusedKey): Promise<KeyReplacement>;
}

/** A key that the service answered with 401, and when the request left, on the monotonic clock. Unit: ms. */
export interface RefusedKey {
  apiKey: string;
  sentMs: number;
}

/**
 * The result of a replacement. `replaced`: there is another key now. `repeated`: the program printed a key that was refused before.
 * `refused at once`: the key is itself a replacement, was never accepted, and had no time to end. `fixed`: no program gives the key.
 */
export type KeyReplacement = 'replaced' | 'repeated' | 'refused at once' | 'fixed';

/** The key of an account that no program gives. */
export function fixedKey(apiKey: string): AccountKey {
  return {
    current: () => apiKey,
    all: () => [apiKey],
    accept() {},
    replace: async ({ apiKey: refused }) => (refused === apiKey ? 'fixed' : 'replaced'),
  };
}

/** So many keys are remembered. A program may print thousands while a worker runs. */
const keysMost = 50;
/** A key that is refused sooner than this after it was printed, and was never accepted, has not ended: it is wrong. Unit: ms. */
const lifeMsLeast = 2_000;

interface ProgramKeyPorts {
  /** The key that the program printed first. */
  first: string;
  /** Runs the program again, and resolves with what it printed. Throws AuthError. */
  askAgain: () => Promise<string>;
  monotonicMs: () => number;
}

/**
 * The key of an account whose program prints it. The program runs at most once for each refused key. A service that refuses each new key
 * at once ends that: without it, a wrong program would run for as long as requests are sent.
 */
export function programKey({ askAgain, first, monotonicMs }: ProgramKeyPorts): AccountKey {
  const keys = [first];
  const accepted = new Set<string>();
  const replacements = new Map<string, Promise<KeyReplacement>>();
  let printedMs = Number.NEGATIVE_INFINITY;
  const current = (): string => keys.at(-1) ?? first;

  async function askOnce(): Promise<KeyReplacement> {
    const printed = await askAgain();
    if (keys.includes(printed)) return 'repeated';
    keys.push(printed);
    printedMs = monotonicMs();
    for (const forgotten of keys.splice(0, keys.length - keysMost)) {
      accepted.delete(forgotten);
      replacements.delete(forgotten);
    }
    return 'replaced';
  }
  return {
    current,
    all: () => keys,
    accept: (apiKey) => void accepted.add(apiKey),
    async replace({ apiKey, sentMs }) {
      if (apiKey !== current()) return 'replaced';
      if (!accepted.has(apiKey) && sentMs - printedMs < lifeMsLeast) return 'refused at once';
      return oncePerKey(replacements, apiKey, askOnce);
    },
  };
}
