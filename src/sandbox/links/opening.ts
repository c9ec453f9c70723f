import { readSubmit } from '../../service/body/submit-subject.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import { mediaPathPrefix } from '../../service/routes.ts';
import { absoluteUrl, standInPlaces } from '../../text/base-url.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import type { Deployment } from '../deployment.ts';
import type { Opening } from '../media/rendering.ts';
import { jobIdOf } from '../state/jobs.ts';
import { fileExtension, type JobFile } from './output-file.ts';
import {
  findMediaOutput,
  findOutput,
  findRawFile,
  findTaskMedia,
  outputAt,
  rawPathPrefix,
} from './output-link.ts';

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
