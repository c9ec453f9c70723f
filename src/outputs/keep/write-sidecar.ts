import type { DownloadedFile, JobRecord } from '../../ledger/record.ts';
import { isoTime } from '../../text/iso-time.ts';
import { isObject } from '../../text/json-object.ts';
import { sidecarOf } from '../build-sidecar.ts';
import type { FilePlace } from '../destinations/file-place.ts';
import type { FilePlan } from '../journey.ts';
import type { OutputMeans } from '../output-means.ts';
import { digestText } from '../read-sidecar.ts';

/** Where the sidecar of a file goes, and with what. */
export interface SidecarChoices {
  place: FilePlace;
  plan: Pick<FilePlan, 'sidecar' | 'overwrite'>;
  /** The request as it was rendered, which for a final has its draft's words. */
  rendered: unknown;
}

/** Writes the sidecar of a file. Where that can't be, there is a warning, because the file is whole without it. */
export async function writeSidecar(
  { clock, listen }: OutputMeans,
  record: JobRecord,
  file: DownloadedFile,
  { isNew, place, plan, rendered }: SidecarChoices & { isNew: boolean },
): Promise<void> {
  const { path } = file;
  const owner = { jobId: record.id, output: file.index + 1 };
  const nowIso = isoTime(clock.nowMs());
  const make = (before: Record<string, unknown>): Record<string, unknown> | undefined => {
    // Another machine may have brought the file home at this moment: then its time stays.
    const isKept = !isNew || (!plan.overwrite && before.sha256 === file.sha256);
    const kept = isKept && typeof before.downloaded_at === 'string' ? before.downloaded_at : undefined;
    const parts = { downloadedAt: kept ?? nowIso, digest: digestText, rendered };
    const sidecar = sidecarOf(record, file, parts);
    const isKnown = JSON.stringify(before) === JSON.stringify(sidecar) || knowsLess(sidecar, before);
    return isKnown ? undefined : sidecar;
  };
  const reason = await place.putSidecar(path, { owner, replaced: plan.overwrite, make });
  if (reason === undefined) return;
  const message = `${path} is complete, but genctl could not write its sidecar: ${reason}`;
  listen({ kind: 'warning', message });
}

/** Whether this machine did not make the job, and the sidecar of the one that did stands there: it has the request. */
function knowsLess({ request }: { request: unknown }, before: Record<string, unknown>): boolean {
  return request === null && isObject(before.request);
}
