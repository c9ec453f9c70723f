import { dirname } from 'node:path';
import { runTogether } from '../../../files/run-together.ts';
import { holdsContent, sizeAt } from '../../../files/same-file.ts';
import { sweepTempFiles } from '../../../files/sweep-temp-files.ts';
import type { DownloadPorts, FetchedFile } from '../../../flows/download.ts';
import { sidecarOf } from '../../../flows/sidecar.ts';
import { isoTime } from '../../../rules/iso-time.ts';
import { isOver } from '../../../rules/lifecycle.ts';
import type { DownloadedFile, JobRecord } from '../../../store/ledger/record.ts';
import type { CommandContext } from '../../context/context.ts';
import { fileOf } from '../job-document.ts';
import type { FilePlan } from '../journey.ts';
import { digestText } from './sidecar-file.ts';
import { besideFile, type SidecarOwner, sidecarPlace, sidecarSteps } from './write-sidecar.ts';

/** Records the files of a job and writes their sidecars, and recognises files by these. */
export interface FileKeeping extends Pick<DownloadPorts, 'recognise' | 'keep'> {
  /** Whether a file may get a name: the place of its sidecar is free, or has the sidecar of this output. */
  mayBe(path: string, index: number): boolean;
  /** The record with the files that were kept. */
  record(): JobRecord;
}

/** `rendered` is the request as it was rendered, which for a final has its draft's words. */
export function keepFiles(
  context: CommandContext,
  given: JobRecord,
  { plan, rendered }: { plan: Pick<FilePlan, 'sidecar' | 'overwrite'>; rendered: unknown },
): FileKeeping {
  let record = given;
  const ownerOf = (index: number): SidecarOwner => ({ jobId: given.id, output: index + 1 });

  function recognise(path: string, index: number): FetchedFile | undefined {
    const place = sidecarPlace(besideFile(path), ownerOf(index));
    const { bytes, sha256 } = place.kind === 'own' ? place.fields : {};
    if (typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined;
    return holdsContent(path, { bytes, sha256 }) ? { path, bytes, sha256 } : undefined;
  }
  return {
    recognise,
    record: () => record,
    mayBe(path, index) {
      if (!plan.sidecar || plan.overwrite) return true;
      const { kind } = sidecarPlace(besideFile(path), ownerOf(index));
      return kind === 'free' || kind === 'own';
    },
    async keep(file, { how }) {
      sweepOnce(dirname(file.path), context.clock.nowMs());
      if (plan.sidecar)
        await putBeside(context, record, file, {
          isNew: how === 'fetched',
          replaced: plan.overwrite,
          rendered,
        });
      if (how === 'known' && fileOf(record, file.index)?.path === file.path) return;
      const { job, seen_at } = record;
      // The end of its job may be known in memory alone until now.
      const withFile = (one: JobRecord): JobRecord => ({
        ...one,
        ...(isOver(one.job) ? {} : { job, seen_at }),
        files: withNewest(one.files, file),
      });
      // Kept in memory first: the file is here even where the ledger can't record it.
      record = withFile(record);
      const ledger = await context.ledger();
      record = (await ledger.updateJob(given.id, withFile)) ?? record;
    },
  };
}

/** Adds the newest copy of an output at the end, and drops earlier copies that are no longer there. */
function withNewest(files: readonly DownloadedFile[], newest: DownloadedFile): DownloadedFile[] {
  const others = files.filter(
    ({ bytes, index, path }) => index !== newest.index || (path !== newest.path && sizeAt(path) === bytes),
  );
  return [...others, newest];
}

/** The folders that this run has swept already. */
const swept = new Set<string>();

/** Removes what killed processes left half-written in a folder, once in a run. */
function sweepOnce(folder: string, nowMs: number): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  sweepTempFiles(folder, { nowMs, isPrivate: false });
}

/** Writes the sidecar of a file. Where that fails there is only a warning, because the file is whole without it. */
async function putBeside(
  context: CommandContext,
  record: JobRecord,
  file: DownloadedFile,
  { isNew, replaced, rendered }: { isNew: boolean; replaced: boolean; rendered: unknown },
): Promise<void> {
  const path = besideFile(file.path);
  const owner = { jobId: record.id, output: file.index + 1 };
  const place = sidecarPlace(path, owner);
  const before = place.kind === 'own' ? place.fields : {};
  const kept = isNew || typeof before.downloaded_at !== 'string' ? undefined : before.downloaded_at;
  const downloadedAt = kept ?? isoTime(context.clock.nowMs());
  const sidecar = sidecarOf(record, file, { downloadedAt, digest: digestText, rendered });
  if (JSON.stringify(before) === JSON.stringify(sidecar)) return;
  try {
    if (await runTogether(sidecarSteps(path, sidecar, { owner, replaced }))) return;
    warn(context, file, `${path} is something else, and stays as it is`);
  } catch (cause) {
    warn(context, file, cause instanceof Error ? cause.message : String(cause));
  }
}

function warn({ listen }: CommandContext, { path }: DownloadedFile, reason: string): void {
  const message = `${path} is whole; what made it could not be written beside it: ${reason}`;
  listen({ kind: 'warning', message });
}
