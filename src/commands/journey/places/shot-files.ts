import type { FolderMemory, ShotFile } from '../../../flows/batch/standing.ts';
import { originOf } from '../../../rules/intent/claim-account.ts';
import { isObject, objectOf, ownText, ownValue } from '../../../rules/json/json-object.ts';
import type { BatchOfService } from './file-place.ts';

interface Found {
  memory: FolderMemory & { files: ShotFile[] };
  /** How many files its job has; undefined where the sidecar does not tell. */
  count: number | undefined;
}

/** A sidecar of a place, and the file beside it. */
export interface StandingSidecar {
  fields: Record<string, unknown>;
  /** Of the file. */
  path: string;
  /** How long the file is; undefined where there is none. Unit: bytes. */
  fileBytes: number | undefined;
}

/**
 * What a place knows of the shots of a batch, by the sidecars in it: a shot counts where all files of its job are there whole. The
 * place is read when it is first asked, for a shot that neither ledger nor journal knows; of sidecars of other batches nothing is
 * kept.
 *
 * @param sidecars in the order of their names.
 */
export function shotMemory(
  of: BatchOfService,
  sidecars: () => AsyncIterable<StandingSidecar>,
): (shot: string) => Promise<FolderMemory | undefined> {
  let reading: Promise<Map<string, Found>> | undefined;
  return async (shot) => {
    reading ??= readPlace(of, sidecars());
    const known = (await reading).get(shot);
    if (known === undefined) return undefined;
    const { count = 1, memory } = known;
    return memory.files.length >= count ? memory : undefined;
  };
}

async function readPlace(
  of: BatchOfService,
  sidecars: AsyncIterable<StandingSidecar>,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for await (const sidecar of sidecars) {
    const read = readOf(sidecar, of);
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

/** What a sidecar tells of a shot of the batch; undefined where it is of something else, or its file is not whole. */
function readOf({ fields, fileBytes, path }: StandingSidecar, { batch, origin }: BatchOfService) {
  const of = objectOf(ownValue(fields, 'batch'));
  const shot = ownText(of, 'shot');
  const jobId = ownText(fields, 'job_id');
  const sha256 = ownText(fields, 'sha256');
  const bytes = ownValue(fields, 'bytes');
  const output = ownValue(fields, 'output');
  if (ownText(of, 'name') !== batch || shot === undefined || jobId === undefined || sha256 === undefined)
    return undefined;
  // A rehearsal in the sandbox leaves sidecars, too.
  if (!isFrom(origin, ownText(fields, 'base_url'))) return undefined;
  if (typeof bytes !== 'number' || typeof output !== 'number' || fileBytes !== bytes) return undefined;
  const count = ownValue(of, 'files');
  return {
    shot,
    jobId,
    fields: marksOf(ownValue(of, 'fields')),
    count: typeof count === 'number' ? count : undefined,
    file: { n: output - 1, path, bytes, sha256 },
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
