import { originOf } from '../../account/rules/claim-account.ts';
import { chargeOf } from '../../service/charge.ts';
import { isObject, objectOf, ownText, ownValue } from '../../text/json-object.ts';
import type { BatchOfService, FolderMemory, PlaceMemory, ShotFile, SidecarJob } from './file-place.ts';

interface Found extends FolderMemory {
  files: ShotFile[];
  /** How many files its job has. */
  count: number;
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
      return known !== undefined && known.files.length >= known.count ? known : undefined;
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
    const file = fileOf(sidecar);
    if (file === undefined) continue;
    const known = shots.get(shot);
    // Two jobs of one shot stand there after it was revised; the files of the first one found count.
    if (known === undefined) {
      const of = objectOf(sidecar.fields.batch);
      const [count, marks] = [ownValue(of, 'files'), ownValue(of, 'marks')];
      shots.set(shot, {
        ...{ jobId: id, fields: marksOf(ownValue(of, 'fields')), files: [file], costUsd: job.costUsd },
        marks: typeof marks === 'number' ? marks : undefined,
        count: typeof count === 'number' ? count : 1,
      });
    } else if (known.jobId === id && !known.files.some(({ n }) => n === file.n)) known.files.push(file);
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
function fileOf({ fields, fileBytes, path }: StandingSidecar): ShotFile | undefined {
  const [bytes, output, sha256] = [fields.bytes, fields.output, fields.sha256];
  const isTold = typeof bytes === 'number' && typeof output === 'number' && typeof sha256 === 'string';
  return isTold && fileBytes === bytes ? { n: output - 1, path, bytes, sha256 } : undefined;
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
