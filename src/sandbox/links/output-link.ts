import { readSubmit } from '../../service/body/submit-subject.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { mediaPathPrefix } from '../../service/routes.ts';
import { absoluteUrl, standInPlaces } from '../../text/base-url.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import type { Deployment } from '../deployment.ts';
import { currentState } from '../life/job-state.ts';
import type { Opening } from '../media/rendering.ts';
import { type AcceptedJob, jobDigits, jobIdFrom, jobIdOf } from '../state/jobs.ts';
import { fileExtension, type JobFile } from './output-file.ts';

/** An output that exists: its job, and its position from 1. */
interface FoundOutput {
  record: AcceptedJob;
  position: number;
}

/**
 * The link of an output: on the CDN host, or without a CDN under the API's media route, which requires the owner's key. The hash
 * in it can't be guessed and never changes.
 *
 * @see service document §2.2, §5
 */
export function outputUrl(deployment: Deployment, output: FoundOutput): string {
  return deployment.cdnUrl === undefined
    ? `${deployment.baseUrl}${mediaPathPrefix}${mediaId(deployment, output)}`
    : `${deployment.cdnUrl}/v2/${output.record.id}/${outputName(deployment, output)}`;
}

/** The output that the last two segments of a CDN path name; undefined for an unknown job and for a wrong hash alike. */
export function findOutput(deployment: Deployment, jobId: string, name: string): FoundOutput | undefined {
  const output = outputAt(deployment, jobId, /^(\d{1,3})-/.exec(name)?.[1]);
  return output !== undefined && outputName(deployment, output) === name ? output : undefined;
}

/** The output that an id of the media route names, or undefined. */
export function findMediaOutput(deployment: Deployment, id: string): FoundOutput | undefined {
  const [, hex, place] = /^out_([0-9a-f]{32})_(\d{1,3})_[0-9a-f]+$/.exec(id) ?? [];
  const output = outputAt(deployment, jobIdFrom(hex), place);
  return output !== undefined && mediaId(deployment, output) === id ? output : undefined;
}

/** The output at a position of a job that succeeded. */
export function outputAt(
  deployment: Deployment,
  jobId: string,
  place: string | undefined,
): FoundOutput | undefined {
  const record = deployment.jobs.read(jobId);
  const position = Number(place);
  if (record === undefined || !(position >= 1 && position <= record.outputCount)) return undefined;
  return currentState(deployment, record).status === 'succeeded' ? { record, position } : undefined;
}

function outputName(deployment: Deployment, output: FoundOutput): string {
  return `${output.position}-${hashOf(deployment, output)}.${fileExtension(output)}`;
}

function mediaId(deployment: Deployment, output: FoundOutput): string {
  return `out_${jobDigits(output.record.id)}_${output.position}_${hashOf(deployment, output)}`;
}

function hashOf(deployment: Deployment, { position, record }: FoundOutput): string {
  return deployment.secret.derive(['output', record.id, String(position)]);
}

/** How long a masked link works after the poll that gave it. Unit: s. @see service document §4.9, §8 */
export const mediaLinkSeconds = 55 * 60;

/** The path of the vendor's raw links, which no API route uses: without a CDN they are on the API's host. */
export const rawPathPrefix = '/vendor-b/outputs/';

/** A masked link. Its id is the credential, and contains the moment when it expires. */
export function mediaLink(deployment: Deployment, file: JobFile): string {
  const endsAt = Math.floor(deployment.nowMs(file.record.accountId) / 1_000) + mediaLinkSeconds;
  return `${deployment.baseUrl}${mediaPathPrefix}${mediaIdOf(deployment, file, endsAt)}`;
}

/** The file that the id of a masked link opens; undefined for an expired id and for an unknown one alike. */
export function findTaskMedia(deployment: Deployment, id: string): JobFile | undefined {
  const [, hex, place = '', moment = ''] =
    /^tm_([0-9a-f]{32})_(\d{1,3}|last)_(\d{1,12})_[0-9a-f]+$/.exec(id) ?? [];
  const file = taskFile(deployment, jobIdFrom(hex), place);
  if (file === undefined || deployment.nowMs(file.record.accountId) >= Number(moment) * 1_000)
    return undefined;
  return mediaIdOf(deployment, file, Number(moment)) === id ? file : undefined;
}

/** The vendor's raw link, kept for compatibility. It needs no key and can't be guessed. @see service document §2.8 */
export function rawLink(deployment: Deployment, file: JobFile): string {
  const host = deployment.cdnUrl ?? deployment.baseUrl;
  return `${host}${rawPathPrefix}${jobDigits(file.record.id)}/${rawNameOf(deployment, file)}`;
}

/** The file that the last two segments of a raw link name, or undefined. */
export function findRawFile(deployment: Deployment, hex: string, name: string): JobFile | undefined {
  const file = taskFile(deployment, jobIdFrom(hex), name.split('-', 1)[0] ?? '');
  return file !== undefined && rawNameOf(deployment, file) === name ? file : undefined;
}

function taskFile(deployment: Deployment, jobId: string, place: string): JobFile | undefined {
  const output = outputAt(deployment, jobId, place === 'last' ? '1' : place);
  if (output === undefined || !requestRoutes[output.record.route].isPassThrough) return undefined;
  if (place !== 'last') return output;
  return output.record.rendering.kind === 'clip' ? { ...output, position: place } : undefined;
}

function mediaIdOf(deployment: Deployment, { position, record }: JobFile, endsAt: number): string {
  const hash = deployment.secret.derive(['task media', record.id, String(position), String(endsAt)]);
  return `tm_${jobDigits(record.id)}_${position}_${endsAt}_${hash}`;
}

function rawNameOf(deployment: Deployment, file: JobFile): string {
  const { position, record } = file;
  return `${position}-${deployment.secret.derive(['raw', record.id, String(position)])}.${fileExtension(file)}`;
}

/**
 * The picture that a clip is asked to begin with, where its link is one of the sandbox's own: no other link is ever fetched. It is
 * looked up at the submit, because a masked link expires.
 *
 * @see service document §2.7
 */
export function openingOf(
  deployment: Deployment,
  { body, route }: { body: Record<string, unknown>; route: RequestRoute },
): Opening | undefined {
  const frame = readSubmit(body, { route }).parts.find(({ role }) => role === 'first_frame');
  const link = absoluteUrl(ownText(objectOf(ownValue(frame?.part, 'image_url')), 'url') ?? '');
  const file = link && (fileAt(deployment, link) ?? rehearsedFrame(deployment, link));
  if (file === undefined || fileExtension(file) !== 'png') return undefined;
  const { model, id, rendering } = file.record;
  // The picture that a clip begins with is in none of its pictures that another clip could begin with.
  const of = rendering.kind === 'clip' ? { ...rendering, opening: undefined } : rendering;
  return { jobId: id, model, position: file.position, rendering: of };
}

/**
 * The last frame that the caller cut out of a clip. A service would get the link of its upload; inside the caller's process nothing is
 * uploaded, and a link stands for it that tells the clip.
 */
function rehearsedFrame(deployment: Deployment, link: URL): JobFile | undefined {
  const { frames } = standInPlaces;
  const isFrame = deployment.embedded === true && link.href.startsWith(frames);
  const jobId = isFrame ? link.href.slice(frames.length).replace(/\.png$/, '') : undefined;
  const record = jobId === undefined ? undefined : outputAt(deployment, jobIdOf(jobId), '1')?.record;
  return record?.rendering.kind === 'clip' ? { record, position: 'last' } : undefined;
}

function fileAt(deployment: Deployment, { origin, pathname }: URL): JobFile | undefined {
  const { baseUrl, cdnUrl } = deployment;
  if (origin !== originOf(baseUrl) && (cdnUrl === undefined || origin !== originOf(cdnUrl))) return undefined;
  const [folder = '', name = ''] = pathname.split('/').slice(-2);
  if (pathname.startsWith(mediaPathPrefix))
    return findTaskMedia(deployment, name) ?? findMediaOutput(deployment, name);
  return pathname.startsWith(rawPathPrefix)
    ? findRawFile(deployment, folder, name)
    : findOutput(deployment, folder, name);
}

function originOf(url: string): string | undefined {
  return absoluteUrl(url)?.origin;
}
