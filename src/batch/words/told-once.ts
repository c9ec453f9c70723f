import type { OutputMeans } from '../../outputs/output-means.ts';

/** A context for a run of several passes, each of which finds what the one before has warned of. */
export interface ToldOnce {
  context: OutputMeans;
  /** From now on no warning is told that was told before. */
  nextPass(): void;
}

export function toldOnce(context: OutputMeans): ToldOnce {
  const told = new Set<string>();
  let before: ReadonlySet<string> = new Set();
  return {
    context: {
      ...context,
      listen(event) {
        if (event.kind === 'warning' && before.has(event.message)) return;
        if (event.kind === 'warning') told.add(event.message);
        context.listen(event);
      },
    },
    nextPass() {
      before = new Set(told);
    },
  };
}
