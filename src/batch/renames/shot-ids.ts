import type { UsageError } from '../../errors/endings.ts';
import { createHashNumbers, createHashSet, idHash } from '../../text/id-hash.ts';
import { formerIdTwice, idTwice } from '../columns/read-column.ts';
import type { ManifestFormat } from '../manifest/manifest-format.ts';
import type { OriginalIds } from './original-ids.ts';

interface ReadManifest {
  manifest: { format: ManifestFormat };
  originalIds: Pick<OriginalIds, 'originalOf'>;
}

export type ShotIds = ReturnType<typeof createShotIds>;

/** Tells apart the shots of lines, one after another: each has an id of its own, and none has the former id of another one. */
export function createShotIds({ manifest: { format }, originalIds }: ReadManifest) {
  const lines = createHashNumbers();
  const formerIds = createHashSet();
  return {
    /** Takes in the id of a line. Returns the error of one that is the shot of an earlier line. */
    take(id: string, line: number): UsageError | undefined {
      const first = lines.keep(idHash(id), line);
      if (first !== undefined)
        return formerIds.has(idHash(id))
          ? formerIdTwice(`${JSON.stringify(id)} is also the former id of line ${first}`)
          : idTwice(id, { first, format });
      const original = originalIds.originalOf(id);
      if (original === id) return undefined;
      const other = lines.keep(idHash(original), line);
      formerIds.add(idHash(original));
      if (other === undefined) return undefined;
      return formerIdTwice(`its former id ${JSON.stringify(original)} is also the id of line ${other}`);
    },
  };
}
