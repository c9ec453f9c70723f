import { readdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { setImmediate as eventLoop } from 'node:timers/promises';
import { MachineError } from '../../errors/endings.ts';
import { createDurably, writeDurably } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/folder.ts';
import { runTogether } from '../../files/run-together.ts';
import { entryAt, holdsContent, sizeAt } from '../../files/same-file.ts';
import { sweepTempFiles } from '../../files/sweep-temp-files.ts';
import { fetchOutput } from '../downloads/downloads.ts';
import { createFileSink } from '../downloads/file-sink.ts';
import type { FilePlan } from '../journey.ts';
import { besideFile, putSidecarIn, type SidecarOwner, sidecarPlace } from '../names/sidecar-place.ts';
import type { OutputMeans } from '../output-means.ts';
import { sidecarFieldsAt } from '../read-sidecar.ts';
import type { FilePlace } from './file-place.ts';
import { assertFileTarget, assertStaysWithin, staysWithin } from './folder-target.ts';
import { placeMemory, type StandingSidecar } from './place-memory.ts';

/** A folder of this machine as a place for files. */
export function folderPlace(
  { around, clock }: Pick<OutputMeans, 'around' | 'clock'>,
  plan: Pick<FilePlan, 'dir' | 'within'>,
): FilePlace {
  const folder = resolve(around.workingFolder, plan.dir);
  const below = folder.endsWith(sep) ? folder : `${folder}${sep}`;
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
    recognise: async (path, owner) => recognised(path, owner),
    async fetch(output, source) {
      const { others, overwrite, owner, path, paths, sidecar } = output;
      assertStaysWithin(around, plan, dirname(path));
      makeFolderOf(path);
      const mayBe = (name: string): boolean =>
        !others.includes(name) &&
        (!sidecar || overwrite || isForSidecar(name, owner)) &&
        (dirname(name) === dirname(path) || staysWithin(around, plan, dirname(name)));
      const openSink = () => createFileSink(path, { overwrite, paths, mayBe }, clock);
      return fetchOutput({ ...source, path, contentType: output.contentType, openSink });
    },
    sidecarPlace: async (path, owner) => sidecarPlace(besideFile(path), owner),
    async putSidecar(path, put) {
      sweepOnce(dirname(path), clock.nowMs());
      try {
        return await putSidecarIn(sidecarFile(besideFile(path), put.owner), put);
      } catch (cause) {
        return cause instanceof Error ? cause.message : String(cause);
      }
    },
    memory: (of, throwIfInterrupted) => placeMemory(of, () => sidecarsIn(folder, throwIfInterrupted)),
  };
}

function sidecarFile(path: string, owner: SidecarOwner): Parameters<typeof putSidecarIn>[0] {
  return {
    name: path,
    look: async () => sidecarPlace(path, owner),
    async write(bytes, { kind }) {
      if (kind === 'free') return runTogether(createDurably(path, bytes));
      await runTogether(writeDurably(path, bytes));
      return true;
    },
  };
}

function recognised(path: string, owner: SidecarOwner) {
  const place = sidecarPlace(besideFile(path), owner);
  const { bytes, sha256 } = place.kind === 'own' ? place.fields : {};
  if (typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined;
  return holdsContent(path, { bytes, sha256 }) ? { path, bytes, sha256 } : undefined;
}

/** Tells whether the sidecar of a file that gets this name has its place: it is free, or has the sidecar of this output. */
function isForSidecar(path: string, owner: SidecarOwner): boolean {
  const { kind } = sidecarPlace(besideFile(path), owner);
  return kind === 'free' || kind === 'own';
}

function makeFolderOf(path: string): void {
  const folder = dirname(path);
  try {
    makeFolders(folder);
  } catch (cause) {
    throw new MachineError({
      code: 'folder_unusable',
      message: `Files can't go to ${folder}`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: 'another --dir; the job and its outputs are safe',
      cause,
    });
  }
}

/** The folders that this run has swept already. */
const swept = new Set<string>();

/** Removes what killed processes left half-written in a folder, once in a run. */
function sweepOnce(folder: string, nowMs: number): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  sweepTempFiles(folder, { nowMs, isPrivate: false });
}

/** So many sidecars are read before anything else has its turn. */
const sidecarsAtOnce = 32;

async function* sidecarsIn(folder: string, throwIfInterrupted: () => void): AsyncGenerator<StandingSidecar> {
  for (const [place, name] of (await namesIn(folder)).entries()) {
    if (place % sidecarsAtOnce === 0) {
      await eventLoop();
      throwIfInterrupted();
    }
    const beside = join(folder, name);
    const fields = sidecarFieldsAt(beside);
    const path = beside.slice(0, -'.json'.length);
    if (fields !== undefined) yield { fields, path, fileBytes: sizeAt(path) };
  }
}

/** The sidecars in a folder and below, by their paths within it. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { recursive: true, encoding: 'utf8' }))
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch {
    // There is no folder yet, or it can't be read: then it is no memory, and the download says so where it matters.
    return [];
  }
}
