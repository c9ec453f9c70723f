import { readSubmit } from '../../service/body/submit-subject.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import { mediaPathPrefix } from '../../service/routes.ts';
import { absoluteUrl, standInPlaces } from '../../text/base-url.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import type { Deployment } from '../deployment.ts';
import { currentState } from '../life/job-state.ts';
import type { Opening } from '../media/rendering.ts';
import { jobDigits, jobIdFrom, jobIdOf } from '../state/jobs.ts';
import { fileExtension, type JobFile } from './output-file.ts';

/** How long a masked link works after the poll that gave it. Unit: s. @see service document §4.9, §8 */
export const mediaLinkSeconds = 55 * 60;

/** The path of the vendor's raw links, which no API route uses: without a CDN they are on the API's host. */
export const rawPathPrefix = '/vendor-b/outputs/';

/**
 * The link of an output: on the CDN host, or without a CDN under the API's media route, which requires the owner's key. The hash
 * in it can't be guessed and never changes.
 *
 * @see service document §2.2, §5
 */
export function outputUrl(deployment: Deployment, output: JobFile): string {
  return deployment.cdnUrl === undefined
    ? mediaUrl(deployment, output, 0)
    : `${deployment.cdnUrl}/v2/${output.record.id}/${fileName(deployment, 'output', output)}`;
}

/** A masked link. Its id is the credential, and contains the moment when it expires. */
export function mediaLink(deployment: Deployment, file: JobFile): string {
  const endsAt = Math.floor(deployment.nowMs(file.record.accountId) / 1_000) + mediaLinkSeconds;
  return mediaUrl(deployment, file, endsAt);
}

/** The vendor's raw link, kept for compatibility. It needs no key and can't be guessed. @see service document §2.8 */
export function rawLink(deployment: Deployment, file: JobFile): string {
  const host = deployment.cdnUrl ?? deployment.baseUrl;
  return `${host}${rawPathPrefix}${jobDigits(file.record.id)}/${fileName(deployment, 'raw', file)}`;
}

/** A file that a link opens, and for whom. */
interface LinkedFile {
  file: JobFile;
  opens: 'for anyone' | 'for its owner' | 'until it ends';
}

/** The file that the path of a link opens; undefined for an expired one, an unknown job and a wrong hash alike. */
export function linkedFile(deployment: Deployment, path: string): LinkedFile | undefined {
  const [folder = '', name = ''] = path.split('/').slice(-2);
  if (path.startsWith(mediaPathPrefix)) return maskedFile(deployment, name);
  const isRaw = path.startsWith(rawPathPrefix);
  const file = fileAt(deployment, isRaw ? jobIdFrom(folder) : folder, name.split('-', 1)[0]);
  if (file === undefined || fileName(deployment, isRaw ? 'raw' : 'output', file) !== name) return undefined;
  return { file, opens: 'for anyone' };
}

/** The file that an id of the media route opens. */
function maskedFile(deployment: Deployment, id: string): LinkedFile | undefined {
  const [, digits, place, moment] = /^m_([0-9a-f]{32})_(\d{1,3}|last)_(\d{1,12})_[0-9a-f]+$/.exec(id) ?? [];
  const file = fileAt(deployment, jobIdFrom(digits), place);
  const endsAt = Number(moment);
  if (file === undefined || mediaId(deployment, file, endsAt) !== id) return undefined;
  if (endsAt === 0) return { file, opens: 'for its owner' };
  const isOver = deployment.nowMs(file.record.accountId) >= endsAt * 1_000;
  return isOver ? undefined : { file, opens: 'until it ends' };
}

/** A file of a job that succeeded, by its position in words. */
function fileAt(deployment: Deployment, jobId: string, place: string | undefined): JobFile | undefined {
  const record = deployment.jobs.read(jobId);
  if (record === undefined || currentState(deployment, record).status !== 'succeeded') return undefined;
  if (place === 'last') return record.rendering.kind === 'clip' ? { record, position: place } : undefined;
  const position = Number(place);
  return position >= 1 && position <= record.outputCount ? { record, position } : undefined;
}

function fileName(deployment: Deployment, kind: 'output' | 'raw', file: JobFile): string {
  const { position, record } = file;
  return `${position}-${deployment.secret.derive([kind, record.id, String(position)])}.${fileExtension(file)}`;
}

/** @param endsAt seconds since 1970; 0 for a link that does not end, and requires the owner's key. */
function mediaUrl(deployment: Deployment, file: JobFile, endsAt: number): string {
  return `${deployment.baseUrl}${mediaPathPrefix}${mediaId(deployment, file, endsAt)}`;
}

function mediaId(deployment: Deployment, { position, record }: JobFile, endsAt: number): string {
  const hash = deployment.secret.derive(['media', record.id, String(position), String(endsAt)]);
  return `m_${jobDigits(record.id)}_${position}_${endsAt}_${hash}`;
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
  const file =
    link &&
    (isOwn(deployment, link)
      ? linkedFile(deployment, link.pathname)?.file
      : rehearsedFrame(deployment, link));
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
  if (deployment.embedded !== true || !link.href.startsWith(frames)) return undefined;
  return fileAt(deployment, jobIdOf(link.href.slice(frames.length).replace(/\.png$/, '')), 'last');
}

/** Tells whether a link is to one of the sandbox's own hosts. */
function isOwn({ baseUrl, cdnUrl = baseUrl }: Deployment, { origin }: URL): boolean {
  return [baseUrl, cdnUrl].some((url) => absoluteUrl(url)?.origin === origin);
}
