import { seedOf } from '../ledger/asked.ts';
import type { DownloadedFile, JobRecord } from '../ledger/record.ts';
import { pricedJob } from '../money/like-costs.ts';
import { isLastFrame } from '../outputs/build-sidecar.ts';
import { objectsOf, standsHere } from '../outputs/files-here.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { digestText } from '../outputs/read-sidecar.ts';
import { draftFactOf } from '../request/draft-validity.ts';
import { requestOptions } from '../request/request-facts.ts';
import { shareableBody } from '../request/rules/left-out.ts';
import { promptText } from '../service/body/asked-fields.ts';
import { isOver } from '../service/lifecycle.ts';
import { objectOf } from '../text/json-object.ts';
import { askedRatio } from './rules/asked-ratio.ts';
import { mediumOfName, mediumOfWord, type NextJob, type ShownFile, type ShownJob } from './shown-file.ts';

/** A job of the ledger and the request that it renders: a final has its draft's words. */
export interface RenderedJob {
  record: JobRecord;
  rendered: unknown;
}

/** What the ledger knows of a job, without what would open a door: a page travels as sidecars do. */
export function jobOfRecord(
  { clock }: Pick<OutputMeans, 'clock'>,
  { record, rendered }: RenderedJob,
): ShownJob {
  const { intent, job } = record;
  const words = objectOf(rendered);
  const shown = words === undefined ? undefined : shareableBody(words, digestText).body;
  return {
    job_id: record.id,
    step: pricedJob(record, rendered).step,
    status: job.status,
    ratio: askedRatio(shown) ?? null,
    model: job.model ?? intent?.model ?? null,
    prompt: promptText(shown) ?? null,
    options: requestOptions(shown) ?? null,
    seed: seedOf(shown) ?? null,
    cost_usd: job.cost_usd ?? null,
    created_at: job.created_at ?? record.recorded_at,
    batch: intent?.batch?.name ?? null,
    shot: intent?.batch?.shot ?? null,
    line: intent?.batch?.line ?? null,
    draft_of: intent?.draft_of ?? null,
    finals: record.finals,
    next: nextOf({ record, rendered }, clock.nowMs()),
  };
}

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
    return [
      {
        ...known,
        output: index + 1,
        media,
        path: file?.path ?? null,
        posterPath: media === 'video' ? posterPath : null,
        bytes: file?.bytes ?? null,
        missing: file === undefined ? missingLine(context, record) : null,
      },
    ];
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
  // What is in a bucket is fetched to a folder, to be looked at.
  const more = objectsOf(record).length === 0 ? [] : ['-D', '.'];
  return job.status === 'succeeded' ? onward.line([id], 'download', { more }) : null;
}

/**
 * A draft has a final for as long as the generator keeps it; any other job whose request is known can be made again. None follows a job
 * that is under way: what it becomes is not known yet.
 */
function nextOf({ record, rendered }: RenderedJob, nowMs: number): NextJob | null {
  const of = { job: record.id };
  const like = pricedJob(record, rendered);
  if (like.step === 'draft' && draftFactOf(record, nowMs) === 'usable')
    return { command: 'finalize', of, knownUsd: null, like: { ...like, step: 'final' } };
  if (record.intent === null || !isOver(record.job)) return null;
  return { command: 'rerun', of, knownUsd: record.job.cost_usd ?? null, like };
}
