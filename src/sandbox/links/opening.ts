import type { RequestRoute } from '../../contract/request-route.ts';
import { mediaPathPrefix } from '../../contract/routes.ts';
import { absoluteUrl } from '../../rules/base-url.ts';
import { objectOf, ownText, ownValue } from '../../rules/json/json-object.ts';
import { readSubmit } from '../../rules/request/submit-subject.ts';
import type { Deployment } from '../deployment.ts';
import type { Opening } from '../media/rendering.ts';
import { fileExtension, type JobFile } from './output-file.ts';
import { findMediaOutput, findOutput } from './output-link.ts';
import { findRawFile, findTaskMedia, rawPathPrefix } from './task-links.ts';

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
  const file = link === undefined ? undefined : fileAt(deployment, link);
  if (file === undefined || fileExtension(file) !== 'png') return undefined;
  const { model, id, rendering } = file.record;
  // What a clip begins with itself is not in any picture of it that another clip could begin with.
  const of = rendering.kind === 'clip' ? { ...rendering, opening: undefined } : rendering;
  return { jobId: id, model, position: file.position, rendering: of };
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
