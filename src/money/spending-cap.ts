import type { WaitAside } from '../submit/submit.ts';

/** What a batch has spent, and what is held for its jobs that are not over. Unit: millionths of a USD. */
export interface BatchSpent {
  spent: number;
  /** By the keys of their submits. */
  held: Map<string, number>;
}

export interface SpendingCap {
  /** Unit: millionths of a USD. */
  readonly spent: number;
  /** What is held for jobs that are not over, and for submits of which nobody knows what became of them. Same unit. */
  readonly reserved: number;
  /** How many submits are over: each may have freed something. */
  readonly released: number;
  /** What may be spent in all; undefined for any amount. Same unit. */
  readonly most: number | undefined;
  /**
   * Holds the price of a submit, unless one is held already. Where there is not enough left, it waits by `aside` as long as a job of this
   * run may yet cost less than is held for it. Resolves with false where there never will be enough; then nothing more is held.
   */
  hold(shot: string, key: string, price: () => number, aside?: WaitAside): Promise<boolean>;
  /** Whether something is held for a submit. */
  isHeld(key: string): boolean;
  /** What is held for a submit; 0 for none. Same unit. */
  heldFor(key: string): number;
  /** The job of a shot is followed in this run: what is held for it comes free when it is over. */
  follow(shot: string, key: string, microUsd: number): void;
  /** The submit is over: it was charged that, or nothing. */
  release(key: string, microUsd: number): void;
  /** Another run has spent that for the batch. Same unit. */
  spend(microUsd: number): void;
  /** Nothing more is heard of the shot in this run. */
  leave(shot: string): void;
  /** Has a shot wait until something comes free. Resolves with false where all that is left waits as well. */
  freed(shot: string): Promise<boolean>;
}

/** Waits with whatever it has. */
export const inPlace: WaitAside = (wait) => wait();

/** Keeps a batch from costing more than it may. It starts with what earlier runs have spent, and what is in flight of them. */
export function createSpendingCap(most: number | undefined, before: BatchSpent): SpendingCap {
  const held = new Map(before.held);
  /** The keys of the shots that this run will hear of again. */
  const live = new Map<string, string>();
  let { spent } = before;
  let reserved = [...held.values()].reduce((sum, microUsd) => sum + microUsd, 0);
  let isReached = false;
  let released = 0;
  let waiting: (() => void)[] = [];

  function changed(): void {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }
  function put(key: string, microUsd: number): void {
    if (held.has(key)) return;
    held.set(key, microUsd);
    reserved += microUsd;
  }
  async function freed(shot: string): Promise<boolean> {
    // A shot that waits frees nothing. The last one that comes to wait sends all of them away.
    live.delete(shot);
    if (live.size === 0) {
      changed();
      return false;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
    return true;
  }
  return {
    get spent() {
      return spent;
    },
    get reserved() {
      return reserved;
    },
    get released() {
      return released;
    },
    most,
    async hold(shot, key, price, aside = inPlace) {
      while (!held.has(key)) {
        if (isReached) return false;
        const microUsd = price();
        if (most === undefined || spent + reserved + microUsd <= most) put(key, microUsd);
        else if (!(await aside(() => freed(shot)))) isReached = true;
      }
      live.set(shot, key);
      return true;
    },
    isHeld: (key) => held.has(key),
    heldFor: (key) => held.get(key) ?? 0,
    follow(shot, key, microUsd) {
      put(key, microUsd);
      live.set(shot, key);
    },
    release(key, microUsd) {
      reserved -= held.get(key) ?? 0;
      held.delete(key);
      spent += microUsd;
      released += 1;
      for (const [shot, one] of live) if (one === key) live.delete(shot);
      changed();
    },
    spend(microUsd) {
      spent += microUsd;
    },
    leave(shot) {
      if (live.delete(shot)) changed();
    },
    freed,
  };
}
