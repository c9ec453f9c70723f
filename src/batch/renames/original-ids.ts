import type { BatchJournal } from '../journal/journal.ts';

export type OriginalIds = ReturnType<typeof createOriginalIds>;

/**
 * The ids that the shots of lines were first sent under. Ledger, journal and sidecars know a shot by that id, whatever its line is
 * called since: the key of a request is made of it.
 */
export function createOriginalIds(journal: Pick<BatchJournal, 'hasRenames' | 'original'>) {
  /** The renamed lines of this run, which the journal may not know yet. */
  const renames = new Map<string, string>();
  /** The renamed lines of the manifest, by the ids that their shots were first sent under. */
  const lines = new Map<string, string>();
  const originalOf = (id: string): string =>
    renames.get(id) ?? (journal.hasRenames ? journal.original(id) : undefined) ?? id;
  return {
    /** The id that the shot of a line was first sent under: mostly its own. */
    originalOf,
    /** Takes a line as the shot that was first sent under another id. */
    rename(id: string, original: string): void {
      renames.set(id, original);
      lines.set(original, id);
    },
    /** Takes a line for a shot of its own again. */
    unrename(id: string): void {
      lines.delete(originalOf(id));
      renames.delete(id);
    },
    /** Takes in a line of the manifest, so that references to its earlier ids lead to it. */
    addLine(id: string): void {
      const original = originalOf(id);
      if (original !== id) lines.set(original, id);
    },
    /** The id that a line has now which a reference may name by an earlier one; undefined for any other name. */
    currentOf: (name: string): string | undefined =>
      lines.size === 0 ? undefined : lines.get(originalOf(name)),
    get hasRenames(): boolean {
      return lines.size > 0;
    },
  };
}
