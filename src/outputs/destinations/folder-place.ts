import { readdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { createDurably, writeDurably } from '../../files/atomic-write.ts';
import { runTogether } from '../../files/run-together.ts';
import { entryAt, holdsContent, sizeAt } from '../../files/same-file.ts';
import { fetchOutput } from '../downloads/downloads.ts';
import { createFileSink } from '../downloads/file-sink.ts';
import type { FilePlan } from '../journey.ts';
import type { OutputMeans } from '../output-means.ts';
import { readSidecarText } from '../read-sidecar.ts';
import type { Destination } from './file-place.ts';
import { assertFileTarget, assertStaysWithin, staysWithin } from './folder-target.ts';

/** A folder of this machine as a place for files. */
export function folderPlace(
  { around, clock }: Pick<OutputMeans, 'around' | 'clock'>,
  plan: Pick<FilePlan, 'dir' | 'within'>,
): Destination {
  const folder = resolve(around.workingFolder, plan.dir);
  const below = folder.endsWith(sep) ? folder : `${folder}${sep}`;
  const read = async (path: string): Promise<string | undefined> => readSidecarText(path);
  return {
    pathOf: (name) => resolve(folder, name),
    has: (path) => path.startsWith(below),
    assertNames() {},
    async assertReady(template, notYet) {
      assertFileTarget(around, { ...plan, template }, notYet);
    },
    exists: async (path) => entryAt(path) !== undefined,
    stands: async ({ bytes, path }) => sizeAt(path) === bytes,
    open: async (path) => ({ path, release() {} }),
    holds: async (path, content) => holdsContent(path, content),
    async fetch({ contentType, overwrite, path, paths }, source, mayHave) {
      assertStaysWithin(around, plan, dirname(path));
      const mayBe = async (name: string): Promise<boolean> =>
        (dirname(name) === dirname(path) || staysWithin(around, plan, dirname(name))) && mayHave(name);
      const openSink = () => createFileSink(path, { overwrite, paths, mayBe }, clock);
      return fetchOutput({ ...source, path, contentType, openSink });
    },
    async look(path) {
      const entry = entryAt(path);
      // A link is not followed: it is something that genctl did not write.
      return entry && { text: entry.isFile() ? await read(path) : undefined };
    },
    read,
    async write(path, bytes, isFree) {
      try {
        if (isFree) return await runTogether(createDurably(path, bytes));
        await runTogether(writeDurably(path, bytes));
        return true;
      } catch (cause) {
        return cause instanceof Error ? cause.message : String(cause);
      }
    },
    async list() {
      const names = (await namesIn(folder)).filter((name) => name.endsWith(ending)).sort();
      const paths = names.map((name) => join(folder, name.slice(0, -ending.length)));
      return new Map(paths.map((path) => [path, sizeAt(path)]));
    },
  };
}

const ending = '.json';

/** The names in a folder and below. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // There is no folder yet, or it can't be read: then it is no memory, and the download says so where it matters.
    return [];
  }
}
