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

/**
 * Throws UsageError where a file that the run writes would take the place of the manifest, of the journal, or of another one of them:
 * what it replaces would be lost.
 */
export function assertPlacesApart(
  workingFolder: string,
  {
    failed,
    file,
    film,
    finals,
    report,
  }: Pick<BatchInput, 'failed' | 'file' | 'film' | 'report'> & {
    finals?: string;
  },
  journal: string,
): void {
  const places: Place[] = [
    ...(file === '-' ? [] : [{ is: 'the manifest', path: resolve(workingFolder, file) }]),
    { is: 'the journal', path: journal },
    ...(report === undefined ? [] : [{ is: 'the file of --report', path: resolve(workingFolder, report) }]),
    ...(failed === undefined ? [] : [{ is: 'the file of --failed', path: resolve(workingFolder, failed) }]),
    ...(film === undefined ? [] : [{ is: 'the film', path: resolve(workingFolder, film) }]),
    ...(finals === undefined ? [] : [{ is: 'the manifest of the finals', path: finals }]),
  ];
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
