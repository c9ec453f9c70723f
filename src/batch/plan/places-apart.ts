import { resolve } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import { areOneFile } from '../../files/same-file.ts';
import type { BatchInput } from '../batch-input.ts';

interface Place {
  /** The name of the file, in the words of the error. */
  is: string;
  /** Absolute. */
  path: string;
}

/** The absolute paths of the files that a run writes where its flags ask for them. */
export function writtenPaths(
  workingFolder: string,
  { failed, film, report }: Pick<BatchInput, 'failed' | 'film' | 'report'>,
) {
  const pathOf = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : resolve(workingFolder, file);
  return { report: pathOf(report), failed: pathOf(failed), film: pathOf(film) };
}

/**
 * Throws UsageError where a file that the run writes would take the place of the manifest, of the journal, or of another one of them:
 * what it replaces would be lost.
 */
export function assertPlacesApart(
  workingFolder: string,
  { finals, ...input }: Pick<BatchInput, 'failed' | 'file' | 'film' | 'report'> & { finals?: string },
  journal: string,
): void {
  const { failed, film, report } = writtenPaths(workingFolder, input);
  const named = [
    ['the manifest', input.file === '-' ? undefined : resolve(workingFolder, input.file)],
    ['the journal', journal],
    ['the file of --report', report],
    ['the file of --failed', failed],
    ['the film', film],
    ['the manifest of the finals', finals],
  ] as const;
  const places: Place[] = named.flatMap(([is, path]) => (path === undefined ? [] : [{ is, path }]));
  places.forEach((place, index) => {
    const taken = places.slice(0, index).find(({ path }) => areOneFile(path, place.path));
    if (taken !== undefined) throw onePlace(taken, place);
  });
}

function onePlace(taken: Place, { is, path }: Place): UsageError {
  return new UsageError({
    code: 'place_taken',
    message: `${path} can't be both ${taken.is} and ${is}; nothing was sent`,
    why: `One would overwrite the other.`,
    hint: `use another name for ${is}`,
  });
}
