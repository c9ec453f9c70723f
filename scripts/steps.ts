import { resolve } from 'node:path';
import type { CodeSplittingGroup, Plugin } from 'rolldown';

/** The steps of the runs that have to be quick, in the order in which they are met, and the files of `src/` that begin each. */
export type Steps = Readonly<Record<string, readonly string[]>>;

/**
 * A chunk for each step: the files that begin it and all that those import, less what the steps before it have. A file finds
 * its chunk by who imports it, wherever it is moved. What no step imports is split by the commands that need it.
 */
export function stepChunks(steps: Steps, sourceFolder: string): CodeSplittingGroup[] {
  return Object.entries(steps).map(([name, paths], index, all) => {
    const files = new Set(paths.map((path) => resolve(sourceFolder, path)));
    return { name, priority: all.length - index, test: (id) => files.has(id) };
  });
}

/** Fails the build where a step begins with a file that is not there, or that nothing imports: it would begin nothing. */
export function checkSteps(steps: Steps, sourceFolder: string): Plugin {
  return {
    name: 'check-steps',
    buildEnd(error) {
      if (error !== undefined) return;
      for (const [name, paths] of Object.entries(steps)) {
        for (const path of paths) {
          const module = this.getModuleInfo(resolve(sourceFolder, path));
          const importers = [...(module?.dynamicImporters ?? []), ...(module?.importers ?? [])];
          if (importers.length === 0)
            throw new Error(`The step ${name} begins with ${path}, which nothing imports`);
        }
      }
    },
  };
}
