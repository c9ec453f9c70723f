import { originOf } from '../../account/rules/claim-account.ts';
import { chargeOf } from '../../service/charge.ts';
import { isObject, objectOf, ownText, ownValue } from '../../text/json-object.ts';
import type { BatchOfService, FolderMemory, PlaceMemory, ShotFile, SidecarJob } from './file-place.ts';

interface Found {
  memory: FolderMemory & { files: ShotFile[] };
  /** How many files its job has; undefined where the sidecar does not tell. */
  count: number | undefined;
}

/** A sidecar of a place, and the file beside it. */
export interface StandingSidecar {
  fields: Record<string, unknown>;
  /** The path of the file. */
  path: string;
  /** How long the file is; undefined where there is none. Unit: bytes. */
  fileBytes: number | undefined;
}

/**
 * The jobs and shots of a batch that the sidecars in a place name. Of sidecars of other batches nothing is kept.
 *
 * @param sidecars in the order of their names.
 */
export function placeMemory(of: BatchOfService, sidecars: () => AsyncIterable<StandingSidecar>): PlaceMemory {
  let reading: ReturnType<typeof readPlace> | undefined;
  const read = (): ReturnType<typeof readPlace> => {
    reading ??= readPlace(of, sidecars());
    return reading;
  };
  return {
    get isRead() {
      return reading !== undefined;
    },
    async shot(shot) {
      const known = (await read()).shots.get(shot);
      if (known === undefined) return undefined;
      const { count = 1, memory } = known;
      return memory.files.length >= count ? memory : undefined;
    },
    jobs: async () => [...(await read()).jobs.values()],
  };
}

async function readPlace(
  of: BatchOfService,
  sidecars: AsyncIterable<StandingSidecar>,
): Promise<{ shots: ReadonlyMap<string, Found>; jobs: ReadonlyMap<string, SidecarJob> }> {
  const shots = new Map<string, Found>();
  const jobs = new Map<string, SidecarJob>();
  for await (const sidecar of sidecars) {
    const job = jobOf(sidecar, of);
    if (job === undefined) continue;
    const { id, shot } = job;
    // Each output of a job has a sidecar, and each says what the whole job was charged.
    if (jobs.get(id)?.costUsd === undefined) jobs.set(id, job);
    const read = fileOf(sidecar);
    if (read === undefined) continue;
    const { count, fields, file } = read;
    const known = shots.get(shot);
    // Two jobs of one shot stand there after it was revised; the files of the first one found count.
    if (known === undefined)
      shots.set(shot, { count, memory: { jobId: id, fields, files: [file], costUsd: job.costUsd } });
    else if (known.memory.jobId === id && !known.memory.files.some(({ n }) => n === file.n))
      known.memory.files.push(file);
  }
  return { shots, jobs };
}

/** The job of the batch that a sidecar is of; undefined where it is of something else. */
function jobOf({ fields }: StandingSidecar, { batch, origin }: BatchOfService): SidecarJob | undefined {
  const of = objectOf(ownValue(fields, 'batch'));
  const shot = ownText(of, 'shot');
  const id = ownText(fields, 'job_id');
  if (ownText(of, 'name') !== batch || shot === undefined || id === undefined) return undefined;
  // A rehearsal in the sandbox leaves sidecars, too.
  if (!isFrom(origin, ownText(fields, 'base_url'))) return undefined;
  const cost = ownValue(fields, 'cost_usd');
  // Anybody may have written it: a charge below 0 would make room for others.
  const costUsd =
    typeof cost === 'number' && cost >= 0 ? chargeOf({ status: 'succeeded', cost_usd: cost }) : undefined;
  return { id, shot, costUsd };
}

/** The file beside a sidecar; undefined where it is not whole. */
function fileOf({ fields, fileBytes, path }: StandingSidecar) {
  const of = objectOf(ownValue(fields, 'batch'));
  const sha256 = ownText(fields, 'sha256');
  const bytes = ownValue(fields, 'bytes');
  const output = ownValue(fields, 'output');
  if (sha256 === undefined || typeof bytes !== 'number' || typeof output !== 'number') return undefined;
  if (fileBytes !== bytes) return undefined;
  const count = ownValue(of, 'files');
  return {
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
