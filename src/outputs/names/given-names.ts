import { ownerOf } from './sidecar-place.ts';

export type GivenNames = ReturnType<typeof createGivenNames>;

/**
 * The names that one run gives to files which may replace others. A file replaces what an earlier run left under its name, and never
 * what this run has put there: that gets a number, as a name that is taken.
 */
export function createGivenNames() {
  /** The outputs that have them, by their paths. */
  const owners = new Map<string, string>();
  return {
    /** Takes the first of an output's paths that no other output has by this run; undefined where all are taken. */
    take(record: { id: string }, index: number, paths: Iterable<string>): string | undefined {
      const { jobId, output } = ownerOf(record, index);
      const owner = `${output} ${jobId}`;
      for (const path of paths) {
        if ((owners.get(path) ?? owner) !== owner) continue;
        owners.set(path, owner);
        return path;
      }
      return undefined;
    },
  };
}
