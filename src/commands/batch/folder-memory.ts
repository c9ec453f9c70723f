import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as eventLoop } from 'node:timers/promises';
import { sizeAt } from '../../files/same-file.ts';
import type { FolderMemory, ShotFile } from '../../flows/batch/standing.ts';
import { originOf } from '../../rules/intent/claim-account.ts';
import { isObject, objectOf, ownText, ownValue } from '../../rules/json/json-object.ts';
import { sidecarFieldsAt } from '../journey/files/sidecar-file.ts';

/** A batch, and the origin of the service that renders it. */
interface BatchOfService {
  batch: string;
  origin: string;
}

interface Found {
  memory: FolderMemory & { files: ShotFile[] };
  /** How many files its job has; undefined where the sidecar does not tell. */
  count: number | undefined;
}

/**
 * What a folder knows of the shots of a batch, by the sidecars in it and below: a shot counts where all files of its job are there
 * whole. The folder is read when it is first asked, for a shot that neither ledger nor journal knows; of sidecars of other batches
 * nothing is kept.
 *
 * @param throwIfInterrupted is asked now and then while it is read.
 */
export function folderMemory(
  folder: string,
  of: BatchOfService,
  throwIfInterrupted: () => void,
): (shot: string) => Promise<FolderMemory | undefined> {
  let reading: Promise<Map<string, Found>> | undefined;
  return async (shot) => {
    reading ??= readFolder(folder, of, throwIfInterrupted);
    const known = (await reading).get(shot);
    if (known === undefined) return undefined;
    const { count = 1, memory } = known;
    return memory.files.length >= count ? memory : undefined;
  };
}

/** So many sidecars are read before anything else has its turn. */
const sidecarsAtOnce = 32;

async function readFolder(
  folder: string,
  of: BatchOfService,
  throwIfInterrupted: () => void,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const [place, name] of (await namesIn(folder)).entries()) {
    if (place % sidecarsAtOnce === 0) {
      await eventLoop();
      throwIfInterrupted();
    }
    const path = join(folder, name);
    const read = readOf(path, of);
    if (read === undefined) continue;
    const { count, fields, file, jobId, shot } = read;
    const known = found.get(shot);
    // Two jobs of one shot stand there after it was revised; the files of the first one found count.
    if (known === undefined) found.set(shot, { count, memory: { jobId, fields, files: [file] } });
    else if (known.memory.jobId === jobId && !known.memory.files.some(({ n }) => n === file.n))
      known.memory.files.push(file);
  }
  return found;
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

/** What a sidecar tells of a shot of the batch; undefined where it is of something else, or its file is not whole. */
function readOf(path: string, { batch, origin }: BatchOfService) {
  const fields = sidecarFieldsAt(path);
  const of = objectOf(ownValue(fields, 'batch'));
  const shot = ownText(of, 'shot');
  const jobId = ownText(fields, 'job_id');
  const sha256 = ownText(fields, 'sha256');
  const bytes = ownValue(fields, 'bytes');
  const output = ownValue(fields, 'output');
  const file = path.slice(0, -'.json'.length);
  if (ownText(of, 'name') !== batch || shot === undefined || jobId === undefined || sha256 === undefined)
    return undefined;
  // A rehearsal in the sandbox leaves sidecars, too.
  if (!isFrom(origin, ownText(fields, 'base_url'))) return undefined;
  if (typeof bytes !== 'number' || typeof output !== 'number' || sizeAt(file) !== bytes) return undefined;
  const count = ownValue(of, 'files');
  return {
    shot,
    jobId,
    fields: marksOf(ownValue(of, 'fields')),
    count: typeof count === 'number' ? count : undefined,
    file: { n: output - 1, path: file, bytes, sha256 },
  };
}

function isFrom(origin: string, baseUrl: string | undefined): boolean {
  try {
    return baseUrl !== undefined && originOf(baseUrl) === origin;
  } catch {
    // It is no address, so genctl did not write it.
    return false;
  }
}

function marksOf(value: unknown): Record<string, string> | undefined {
  const isMarks = isObject(value) && Object.values(value).every((mark) => typeof mark === 'string');
  return isMarks ? (value as Record<string, string>) : undefined;
}
