import { extname } from 'node:path';
import type { DocumentFields } from '../cli/documents/index.ts';
import type { DownloadedFile, JobRecord } from '../ledger/record.ts';
import { seedOf } from '../ledger/rendered-requests.ts';
import { askedMedia } from '../media/rules/asked-media.ts';
import { pricedJob } from '../money/like-costs.ts';
import type { PricedJob } from '../money/rules/job-price.ts';
import { isLastFrame } from '../outputs/build-sidecar.ts';
import { objectsOf, standsHere } from '../outputs/files-here.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { routeOfSidecar } from '../outputs/read-sidecar.ts';
import { digestText } from '../request/digest-text.ts';
import { draftFactOf, isDraftRequest } from '../request/draft-validity.ts';
import { shareableBody } from '../request/rules/left-out.ts';
import { requestOptions } from '../request/shown-request.ts';
import { promptText } from '../service/body/asked-fields.ts';
import { isOver } from '../service/lifecycle.ts';
import { objectOf, ownText, ownValue } from '../text/json-object.ts';

/** A job of the ledger and the request that it renders: a final has its draft's words. */
export interface RenderedJob {
  record: JobRecord;
  rendered: unknown;
}

/** A job as the ledger knows it, without anything that would give access: a page travels as sidecars do. */
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
    model: job.model ?? intent?.model ?? null,
    prompt: promptText(shown) ?? null,
    seed: seedOf(shown) ?? null,
    ...askedOf(shown),
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

/**
 * The job of a file as its sidecar shows it, on a machine whose ledger does not have it. The file names the request, so that it
 * can be made again without the ledger.
 *
 * @param path of the file beside the sidecar.
 */
export function jobOfSidecar(fields: Record<string, unknown>, path: string): ShownJob {
  const text = (name: string): string | null => ownText(fields, name) ?? null;
  const request = objectOf(ownValue(fields, 'request'));
  const rendered = objectOf(ownValue(fields, 'rendered')) ?? request;
  const batch = objectOf(ownValue(fields, 'batch'));
  const isDraft = request !== undefined && isDraftRequest(request, routeOfSidecar(fields.route));
  const step: ShownJob['step'] = text('draft_of') !== null ? 'final' : isDraft ? 'draft' : null;
  const costUsd = numberIn(fields, 'cost_usd');
  const like = {
    profile: text('profile'),
    baseUrl: text('base_url'),
    model: text('model'),
    step,
    request: rendered,
  };
  const finals = ownValue(fields, 'finals');
  return {
    job_id: text('job_id'),
    step,
    status: 'succeeded',
    model: text('model'),
    prompt: text('prompt'),
    seed: numberIn(fields, 'seed'),
    ...askedOf(rendered),
    cost_usd: costUsd,
    created_at: text('created_at'),
    batch: ownText(batch, 'name') ?? null,
    shot: ownText(batch, 'shot') ?? null,
    line: numberIn(batch, 'line'),
    draft_of: text('draft_of'),
    finals: Array.isArray(finals) ? finals.filter((id) => typeof id === 'string') : [],
    next: request === undefined ? null : { command: 'rerun', of: { file: path }, knownUsd: costUsd, like },
  };
}

/** The job of a file of which nothing is known but that it is there. */
export const unknownJob: ShownJob = { ...jobOfSidecar({}, ''), status: null };

function numberIn(fields: Record<string, unknown> | undefined, name: string): number | null {
  const value = ownValue(fields, name);
  return typeof value === 'number' ? value : null;
}

function askedOf(request: unknown): Pick<ShownJob, 'options' | 'ratio'> {
  return { options: requestOptions(request) ?? null, ratio: askedMedia(request, request).ratio ?? null };
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

/** A file of the page, or a job that has none here, as `--json` prints it. */
export type GalleryItem = DocumentFields<'genctl.gallery/v1'>['items'][number];

/** The job that may follow an item: its command, what that names, and by what its charge is told. */
export interface NextJob {
  command: 'finalize' | 'rerun';
  of: { job: string } | { file: string };
  /** The charge of the job itself, where its request is made again. Unit: USD. */
  knownUsd: number | null;
  like: PricedJob;
}

/** An item before it is known where its page lies, and what a next job would cost. */
export interface ShownFile extends Omit<GalleryItem, 'link' | 'poster' | 'next'> {
  posterPath: string | null;
  next: NextJob | null;
}

/** Facts of the job of a file, alike for all files of the job. */
export type ShownJob = Omit<ShownFile, 'output' | 'media' | 'path' | 'posterPath' | 'bytes' | 'missing'>;

type Medium = NonNullable<GalleryItem['media']>;

const extensions: Readonly<Record<string, Medium>> = {
  ...mediumOf('image', 'png jpg jpeg webp gif avif bmp svg heic tiff tif jxl'),
  ...mediumOf('video', 'mp4 mov webm m4v mkv avi'),
  ...mediumOf('audio', 'mp3 wav m4a aac ogg flac'),
};

/** The medium of a file, by its name; undefined where that is no medium that a page shows. */
export function mediumOfName(path: string): Medium | undefined {
  const extension = extname(path).slice(1).toLowerCase();
  return Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
}

/** A medium in the service's words; null for another word. */
function mediumOfWord(word: string | undefined): Medium | null {
  return word === 'image' || word === 'video' || word === 'audio' ? word : null;
}

function mediumOf(medium: Medium, names: string): Record<string, Medium> {
  return Object.fromEntries(names.split(' ').map((name) => [name, medium]));
}
