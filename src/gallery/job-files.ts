import type { DownloadedFile, JobRecord } from '../ledger/record.ts';
import { isLastFrame } from '../outputs/build-sidecar.ts';
import { objectsOf, standsHere } from '../outputs/files-here.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { isOver } from '../service/lifecycle.ts';
import { mediumOfName, mediumOfWord, type ShownFile } from './shown-file.ts';
import { jobOfRecord, type RenderedJob } from './shown-job.ts';

/** The outputs of a job as items; a job without any is one item. The last frame of a clip is the picture of the clip. */
export function filesOfRecord(context: Pick<OutputMeans, 'clock' | 'onward'>, of: RenderedJob): ShownFile[] {
  const { record } = of;
  const { job } = record;
  const known = jobOfRecord(context, of);
  const outputs = job.outputs ?? [];
  const posterAt = outputs.findIndex((_, index) => isLastFrame(record, index));
  const posterPath = posterAt < 0 ? null : (standingFile(record, posterAt)?.path ?? null);
  const items = outputs.flatMap(({ type }, index): ShownFile[] => {
    if (index === posterAt && posterPath !== null) return [];
    const file = standingFile(record, index);
    const media = mediumOfName(file?.path ?? '') ?? mediumOfWord(type) ?? mediumOfWord(job.media);
    const { bytes = null, path = null } = file ?? {};
    const missing = file === undefined ? missingLine(context, record) : null;
    const poster = media === 'video' ? posterPath : null;
    return [{ ...known, output: index + 1, media, path, posterPath: poster, bytes, missing }];
  });
  if (items.length > 0) return items;
  const media = mediumOfWord(job.media);
  const missing = missingLine(context, record);
  return [{ ...known, output: null, media, path: null, posterPath: null, bytes: null, missing }];
}

/** The newest copy of an output that is still there as it was fetched. */
export function standingFile({ files }: JobRecord, index: number): DownloadedFile | undefined {
  return files.findLast((file) => file.index === index && standsHere(file));
}

/** The command that brings the files of a job; null where it has none. */
function missingLine({ onward }: Pick<OutputMeans, 'onward'>, record: JobRecord): string | null {
  const { id, job } = record;
  if (!isOver(job)) return onward.line([id], 'wait', { more: ['--download'] });
  // Objects of a bucket are fetched to a folder, to be looked at.
  const more = objectsOf(record).length === 0 ? [] : ['-D', '.'];
  return job.status === 'succeeded' ? onward.line([id], 'download', { more }) : null;
}
