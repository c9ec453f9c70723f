/** Requests of one kind that are under way, and those that wait for a place among them: the first that came is the first to go. */
export interface Semaphore {
  /** Takes a place, whether there is one or not. */
  take(): void;
  /** Resolves with a place. Rejects with the signal's reason, and then without one. */
  takeInTurn(signal: AbortSignal | undefined): Promise<void>;
  /** Gives a place back. */
  leave(): void;
  /** Gives those who wait the places that there are: to be called when there may be more of them. */
  handOut(): void;
}

/** `most` tells how many places there are, which may change. */
export function createSemaphore(most: () => number): Semaphore {
  let taken = 0;
  const waiting = new Set<() => void>();

  function handOut(): void {
    for (const go of waiting) {
      if (taken >= most()) return;
      waiting.delete(go);
      taken += 1;
      go();
    }
  }
  return {
    take() {
      taken += 1;
    },
    takeInTurn(signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        const giveUp = (): void => {
          waiting.delete(go);
          reject(signal?.reason);
        };
        const go = (): void => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.add(go);
        handOut();
      });
    },
    leave() {
      taken -= 1;
      handOut();
    },
    handOut,
  };
}
