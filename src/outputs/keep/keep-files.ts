import type { DownloadedFile, JobRecord } from '../../ledger/record.ts';
import { fileOf } from '../../ledger/record-document.ts';
import { isOver } from '../../service/lifecycle.ts';
import type { DownloadPorts } from '../download.ts';
import { mayStand } from '../files-here.ts';
import type { SidecarOwner } from '../names/sidecar-place.ts';
import type { OutputMeans } from '../output-means.ts';
import { type SidecarChoices, writeSidecar } from './write-sidecar.ts';

/** Records the files of a job and writes their sidecars. */
export interface FileKeeping extends Pick<DownloadPorts, 'keep'> {
  /** Whose an output is. */
  ownerOf(index: number): SidecarOwner;
  /** Records what `--verify` found of a file that was kept. */
  note(file: DownloadedFile): Promise<void>;
  /** The record with the files that were kept. */
  record(): JobRecord;
}

export function keepFiles(context: OutputMeans, given: JobRecord, keeping: SidecarChoices): FileKeeping {
  let record = given;
  const { plan } = keeping;
  return {
    ownerOf: (index) => ({ jobId: given.id, output: index + 1 }),
    record: () => record,
    async note(noted) {
      const isNoted = ({ index, path }: DownloadedFile): boolean =>
        index === noted.index && path === noted.path;
      const withNote = (one: JobRecord): JobRecord => ({
        ...one,
        files: one.files.map((file) => (isNoted(file) ? noted : file)),
      });
      record = withNote(record);
      record = (await (await context.ledger()).updateJob(given.id, withNote)) ?? record;
    },
    async keep(file, { how }) {
      if (plan.sidecar) await writeSidecar(context, record, file, { ...keeping, isNew: how === 'fetched' });
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
    (file) => file.index !== newest.index || (file.path !== newest.path && mayStand(file)),
  );
  return [...others, newest];
}
