interface Waiting<Wanted, Outcome> {
  wanted: Wanted;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** A member of a group that is served; `end` settles it, and never rejects. */
export interface Member<Wanted, Outcome> {
  wanted: Wanted;
  end(work: () => Promise<Outcome> | Outcome): Promise<void>;
}

/**
 * Serves what gathers while others are served as one group, so that they share what it takes. Where `serve` rejects, those of the
 * group hear of it that have no end yet.
 */
export function inGroups<Wanted, Outcome>(
  serve: (group: readonly Member<Wanted, Outcome>[]) => Promise<void>,
): (wanted: Wanted) => Promise<Outcome> {
  let waiting: Waiting<Wanted, Outcome>[] = [];
  let isServing = false;

  /** Never rejects. */
  async function serveAll(): Promise<void> {
    // A caller of this turn is of the group.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        await serve(group.map(memberOf));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isServing = false;
  }
  return (wanted) => {
    const outcome = new Promise<Outcome>((resolve, reject) => waiting.push({ wanted, resolve, reject }));
    if (isServing) return outcome;
    isServing = true;
    void serveAll();
    return outcome;
  };
}

function memberOf<Wanted, Outcome>({
  reject,
  resolve,
  wanted,
}: Waiting<Wanted, Outcome>): Member<Wanted, Outcome> {
  return { wanted, end: (work) => Promise.resolve().then(work).then(resolve, reject) };
}
