import type { OutputMeans } from '../../outputs/output-means.ts';

/** Makes a context for a run of several passes, each of which finds what the one before has warned of. */
export function toldOnce(given: OutputMeans) {
  const told = new Set<string>();
  let before: ReadonlySet<string> = new Set();
  return {
    context: {
      ...given,
      listen(event) {
        if (event.kind === 'warning' && before.has(event.message)) return;
        if (event.kind === 'warning') told.add(event.message);
        given.listen(event);
      },
    } satisfies OutputMeans,
    /** From now on no warning is told that was told before. */
    nextPass(): void {
      before = new Set(told);
    },
  };
}
