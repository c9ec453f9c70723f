import { existsSync, renameSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { pollRecord } from '../../api/ways/index.ts';
import { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import { sizeAt } from '../../files/same-file.ts';
import { discard } from '../../files/temp-file.ts';
import { fetchAside } from '../../follow/download-jobs.ts';
import { findJob } from '../../follow/find-jobs.ts';
import { lookAtJob } from '../../follow/look-at-jobs.ts';
import { withState } from '../../ledger/keep-state.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { cutLastFrame } from '../../media/frames.ts';
import { fileDigest, frameStandIn } from '../../media/local-file.ts';
import { isLastFrame } from '../../outputs/build-sidecar.ts';
import type { ShotFile } from '../../outputs/destinations/file-place.ts';
import { extensionOf } from '../../outputs/names/output-name.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { readPlace } from '../../outputs/rules/place-address.ts';
import { shownLink } from '../../request/references/link-finding.ts';
import { hasLink } from '../../service/output-link.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { absoluteUrl } from '../../text/base-url.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { ParentWord } from '../rules/parents.ts';
import { lookupOf } from './parent-book.ts';

/** The output of another line, as a word for media. */
export interface ParentOutput {
  /** A link that a generator can fetch, or the absolute path of a file that has to be uploaded. */
  url: string;
  jobId: string;
  /** The digest of the file, as far as it is known; hex. */
  sha256: string | undefined;
}

/** A link of v1 lives for less than an hour, and the generator fetches it a while after the submit. Unit: ms. */
const freshLinkMs = 10 * 60_000;

/**
 * The output that a line takes from another one, whose job succeeded. It is the service's own link where a generator can fetch
 * that; else the file, which is on this machine or is fetched for it. A closing still is cut out of the clip where the service has
 * none. Where the service has forgotten it, the file in the place for the files counts.
 *
 * @throws CliError where the output is nowhere any more, or can't be read.
 * @see service document §2.2, §2.5, §4.9
 */
export async function parentOutput(batch: OpenBatch, word: ParentWord): Promise<ParentOutput> {
  try {
    return await outputOfJob(batch, word);
  } catch (error) {
    const kept = isForgotten(error) ? await keptOutput(batch, word) : undefined;
    if (kept === undefined) throw error;
    const { isToCut, jobId, path, sha256 } = kept;
    if (!isToCut) return { jobId, sha256, url: path };
    const job = { base_url: batch.facts.account.baseUrl, id: jobId };
    const frame = batch.means.made(job, 'last.png', (to) => cutTo(to, path, batch));
    return { jobId, sha256: undefined, url: await frame };
  }
}

/** Tells whether the service no longer has a job, or its output. */
function isForgotten(error: unknown): boolean {
  return error instanceof CliError && (error.exit === 'notFound' || error.code === goneCode);
}

async function outputOfJob(batch: OpenBatch, word: ParentWord): Promise<ParentOutput> {
  const { context } = batch;
  const record = await jobOf(word.id, batch);
  // Without its link a closing still is cut out of the clip.
  const stillAt = (record.job.outputs ?? []).findIndex(
    (output, index) => isLastFrame(record, index) && (hasLink(output) || fileOf(record, index) !== undefined),
  );
  const index = word.takes === 'output' ? 0 : stillAt;
  const common = { jobId: record.id, sha256: fileOf(record, index)?.sha256 };
  if (index === -1) return { ...common, ...(await cutOf(record, batch)) };
  const link = await linkOf(record, index, context);
  return { ...common, url: link ?? (await pathOf(record, index, batch)) };
}

/** The job of a line, as it is over. One that only a journal or a folder tells of is asked for. */
async function jobOf(id: string, { chains: { book }, context }: OpenBatch): Promise<JobRecord> {
  const state = book.stateOf(id);
  if (state?.kind !== 'there') throw new Error(`${id} has no output yet`);
  const known =
    (await (await context.ledger()).find(state.jobId)) ??
    (await findJob(context, state.jobId, lookupOf(book.targetOf(id))));
  const record = isUsable(known) ? known : await lookAtJob(context, known);
  if (isUsable(record)) return record;
  throw new UsageError({
    code: 'parent_unusable',
    message: `${id} has no usable output`,
    why: `Its job ${record.id} is ${record.job.status}${record.job.status === 'succeeded' ? ', and its answer has no usable link to its file' : ''}.`,
    hint: genctl`status ${record.id}`,
    jobId: record.id,
  });
}

/** Tells whether the first output of a job can be taken: by its link, or as a file of this machine. */
function isUsable(record: JobRecord): boolean {
  const [output] = record.job.outputs ?? [];
  const isSucceeded = record.job.status === 'succeeded';
  return isSucceeded && output !== undefined && (hasLink(output) || fileOf(record, 0) !== undefined);
}

/** The service's own link to an output; undefined where it has none that a generator could fetch. */
async function linkOf(record: JobRecord, index: number, context: OutputMeans): Promise<string | undefined> {
  const { embedded } = await context.accountOf(record);
  const isShortLived = requestRoutes[record.route].isPassThrough;
  // By a clock that was set back since, nobody knows.
  const isFresh = Math.abs(context.clock.nowMs() - Date.parse(record.seen_at)) < freshLinkMs;
  const job = !isShortLived || isFresh ? record.job : await lookedAtAgain(record, context);
  const url = job?.outputs?.[index]?.url;
  const link = url === undefined ? undefined : absoluteUrl(url);
  if (url === undefined || link === undefined || !/^https?:$/.test(link.protocol)) return undefined;
  // Without a CDN an output of v2 lies behind the key, which no generator has.
  const needsKey = !isShortLived && link.pathname.startsWith('/v1/media/');
  return needsKey && !embedded ? undefined : url;
}

/** The job with new links; undefined where the service does not tell them any more: then its file counts. */
async function lookedAtAgain(record: JobRecord, context: OutputMeans): Promise<JobRecord['job'] | undefined> {
  try {
    const state = await pollRecord(await context.apiOf(record), record);
    return withState(context, record, state).job;
  } catch (error) {
    if (error instanceof CliError && !(error instanceof InterruptedError)) return undefined;
    throw error;
  }
}

function fileOf({ files }: JobRecord, index: number): JobRecord['files'][number] | undefined {
  return files.findLast((file) => file.index === index && sizeAt(file.path) === file.bytes);
}

/**
 * The path of an output on this machine. An output that is not here is fetched, once, as long as the service has it. It gets a name
 * of its own for each use, so that its user can remove it afterwards.
 */
async function pathOf(
  record: JobRecord,
  index: number,
  { context, means }: OpenBatch,
  use = '',
): Promise<string> {
  const here = fileOf(record, index)?.path;
  if (here !== undefined) return here;
  const output = record.job.outputs?.[index];
  const extension = output === undefined ? 'bin' : extensionOf(output, undefined);
  return means.made(record, `${index + 1}${use}.${extension}`, (path) =>
    fetchTo(record, { index, path }, context),
  );
}

async function fetchTo(
  record: JobRecord,
  to: { index: number; path: string },
  context: OutputMeans,
): Promise<void> {
  try {
    await fetchAside(context, record, to);
  } catch (error) {
    if (!(error instanceof CliError) || error instanceof InterruptedError) throw error;
    throw goneOutput(record, to.index, error);
  }
}

/**
 * The last frame of a clip, cut out of it once for all lines that take it. The embedded sandbox opens no connection and gets no upload:
 * it is told of which of its own clips the frame is, and draws that.
 */
async function cutOf(record: JobRecord, batch: OpenBatch): Promise<Partial<ParentOutput> & { url: string }> {
  const { context, facts, means } = batch;
  const path = await means.made(record, 'last.png', async (frame) => {
    const clip = await pathOf(record, 0, batch, '-to-cut');
    await cutTo(frame, clip, batch);
    // A clip that was fetched for its frame alone is of no further use.
    if (dirname(clip) === dirname(frame)) discard(clip);
  });
  const isRehearsed = facts.account.embedded && (await context.accountOf(record)).embedded;
  if (!isRehearsed) return { url: path };
  return { url: frameStandIn(record.id), sha256: await fileDigest(path, context.interruption()) };
}

async function cutTo(frame: string, clip: string, { context, means }: OpenBatch): Promise<void> {
  await cutLastFrame({ clip, frame }, { runCommand: means.runCommand, signal: context.interruption() });
}

const goneCode = 'parent_output_gone';

/** The error for an output whose link is dead, and whose file is not here. */
function goneOutput({ id, job }: JobRecord, index: number, cause: CliError): UsageError {
  const link = shownLink(job.outputs?.[index]?.url ?? '');
  return new UsageError({
    code: goneCode,
    message: `the output of ${id} is gone, both here and at the service`,
    why: `${link}: ${cause.message}${cause.why === undefined ? '' : `. ${cause.why}`}`,
    hint: say`restore its file; for its path: ${genctl`show ${id}`}; or render it again under a new id`,
    jobId: id,
    cause,
  });
}

/**
 * The output that a line takes from another one, as the place for the files has it with its sidecar. Another machine brought it
 * there, and neither this one nor the service knows its job any more. An output in a bucket is read back. Undefined where the place
 * does not have it, or has it of another job. `sha256` is the digest of the file at the path, in hex.
 */
async function keptOutput(batch: OpenBatch, { id, takes }: ParentWord) {
  const { book } = batch.chains;
  const state = book.stateOf(id);
  const memory = await batch.statePorts.inFolder(id);
  if (memory === undefined || state?.kind !== 'there' || memory.jobId !== state.jobId) return undefined;
  const hasStill = takes === 'last_frame' && book.targetOf(id)?.hasStill === true;
  // The closing still of v1 is the last of the files of its clip.
  const file = hasStill ? memory.files.reduce(later) : memory.files.find(({ n }) => n === 0);
  const path = file === undefined ? undefined : await pathHere(batch, memory.jobId, file);
  if (file === undefined || path === undefined) return undefined;
  // The last frame is still to be cut out of a whole clip.
  const isToCut = takes === 'last_frame' && !hasStill;
  return { path, isToCut, jobId: memory.jobId, sha256: file.sha256 };
}

function later(one: ShotFile, other: ShotFile): ShotFile {
  return other.n > one.n ? other : one;
}

async function pathHere(
  { facts, means, place }: OpenBatch,
  id: string,
  { n, path }: ShotFile,
): Promise<string | undefined> {
  if (readPlace(path).kind === 'file') return path;
  const job = { base_url: facts.account.baseUrl, id };
  const copy = await means.made(job, `${n + 1}-kept${extname(path)}`, async (to) => {
    const opened = await place?.open(path);
    if (opened === undefined) return;
    try {
      renameSync(opened.path, to);
    } finally {
      opened.release();
    }
  });
  return existsSync(copy) ? copy : undefined;
}
