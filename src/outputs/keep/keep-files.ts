import type { DownloadedFile, JobRecord } from '../../ledger/record.ts';
import { fileOf } from '../../ledger/record-document.ts';
import { digestText } from '../../request/digest-text.ts';
import { isOver } from '../../service/lifecycle.ts';
import { isoTime } from '../../text/iso-time.ts';
import { isObject } from '../../text/json-object.ts';
import { sidecarOf } from '../build-sidecar.ts';
import type { FilePlace } from '../destinations/file-place.ts';
import type { DownloadPorts } from '../download.ts';
import { mayStand } from '../files-here.ts';
import type { FilePlan } from '../journey.ts';
import { ownerOf } from '../names/sidecar-place.ts';
import type { OutputMeans } from '../output-means.ts';

export type FileKeeping = ReturnType<typeof keepFiles>;

/** Records the files of a job and writes their sidecars. */
export function keepFiles(context: OutputMeans, given: JobRecord, keeping: SidecarChoices) {
  let record = given;
  const { plan } = keeping;
  /** In memory first: the file is here even where the ledger can't record it. */
  async function change(make: (one: JobRecord) => JobRecord): Promise<void> {
    record = make(record);
    record = (await (await context.ledger()).updateJob(given.id, make)) ?? record;
  }
  return {
    /** The record with the files that were kept. */
    record: () => record,
    /** Records what `--verify` found of a file that was kept. */
    note: (noted: DownloadedFile): Promise<void> =>
      change((one) => ({
        ...one,
        files: one.files.map((file) =>
          file.index === noted.index && file.path === noted.path ? noted : file,
        ),
      })),
    async keep(file: DownloadedFile, { how }: Parameters<DownloadPorts['keep']>[1]): Promise<void> {
      if (plan.sidecar) await writeSidecar(context, record, file, { ...keeping, isNew: how === 'fetched' });
      if (how === 'known' && fileOf(record, file.index)?.path === file.path) return;
      const { job, seen_at } = record;
      // The end of its job may be known in memory alone until now.
      await change((one) => ({
        ...one,
        ...(isOver(one.job) ? {} : { job, seen_at }),
        files: withNewest(one.files, file),
      }));
    },
  };
}

/** Adds the newest copy of an output at the end, and drops earlier copies that are no longer there. */
function withNewest(files: readonly DownloadedFile[], newest: DownloadedFile): DownloadedFile[] {
  const others = files.filter(
    (file) => file.index !== newest.index || (file.path !== newest.path && mayStand(file)),
  );
  return [...others, newest];
}

/** The place for the sidecar of a file, and its contents. */
interface SidecarChoices {
  place: FilePlace;
  plan: Pick<FilePlan, 'sidecar' | 'overwrite'>;
  /** The request as it was rendered, which for a final has its draft's words. */
  rendered: unknown;
}

/** Writes the sidecar of a file. Where that can't be, there is a warning, because the file is whole without it. */
async function writeSidecar(
  { clock, listen }: OutputMeans,
  record: JobRecord,
  file: DownloadedFile,
  { isNew, place, plan, rendered }: SidecarChoices & { isNew: boolean },
): Promise<void> {
  const { path } = file;
  const owner = { ...ownerOf(record, file.index), sha256: file.sha256 };
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

/** Tells whether this machine did not make the job, and the sidecar of the one that did is there: it has the request. */
function knowsLess({ request }: { request: unknown }, before: Record<string, unknown>): boolean {
  return request === null && isObject(before.request);
}
