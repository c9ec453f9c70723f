import { formNames, formOfRole, type MediaForm } from '../../media/rules/media-kind.ts';
import { type Finding, field, finding, flag, told } from '../../service/checks/finding.ts';
import type { FindingWords } from '../../service/checks/preflight-error.ts';
import type { ModelFamily } from '../../service/families/index.ts';
import { referenceClipLimits } from '../../service/limits.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { flagOfRole } from '../../service/request-words.ts';
import type { MediaRole } from '../../service/wire-values.ts';
import { shownUrl } from '../../text/redaction.ts';
import type { LinkState, ServedMedia } from './probe-link.ts';

/** A link as messages show it: without the parts that would let a reader open it. */
export function shownLink(url: string): string {
  return /^https?:/i.test(url) && URL.canParse(url)
    ? shownUrl(new URL(url))
    : (url.split(/[?#]/, 1)[0] ?? '');
}

/** A link and what a probe of it found. `where` names the link in messages. */
export interface SeenLink {
  where: string;
  role: MediaRole;
  state: LinkState;
}

/** The request that references belong to. */
export interface ReferenceTarget {
  route: RequestRoute;
  /** Family of the model, where it is known: it sets limits for clips. */
  family: ModelFamily | undefined;
}

/**
 * Advice about a link that could not be reached from here, or whose type or size, by its host, its role does not take. It is advice
 * alone: the link may answer the service differently, and what a host says of a file may be wrong.
 * @see service document §2.7, §4.8
 */
export function linkFindings(link: SeenLink, target: ReferenceTarget): Finding[] {
  const { state } = link;
  if (state.kind === 'unlooked') return [];
  if (state.kind === 'reachable')
    return [...typeFindings(link, state, target), ...sizeFindings(link, state, target)];
  const what = state.kind === 'answered' ? `answered ${state.status}` : `can't be reached: ${state.why}`;
  const isPrepared = requestRoutes[target.route].preparesReferences;
  const so = isPrepared ? 'the service fetches it before it starts' : 'the generator may not get it either';
  return [
    advice(link, {
      rule: 'link-unreachable',
      what: `${what}; ${so}`,
      fix: 'check the link; --no-probe leaves links unchecked',
      section: isPrepared ? '§4.8' : '§2.7',
    }),
  ];
}

/** The content types that fit a form. */
const fitting = {
  picture: /^image\//,
  clip: /^video\//,
  // A file with sound alone may have the container of a clip.
  sound: /^(audio|video)\/|^application\/ogg$/,
} as const satisfies Record<MediaForm, RegExp>;

/** The content types of the containers that reference clips may have. */
const clipTypes = /^(video\/(mp4|quicktime|x-m4v)|application\/mp4)$/;

/** Matches every content type except those that hosts give to a file of unknown kind. */
const telling = /^(?!(application|binary)\/(octet-stream|binary|x-binary|x-download|force-download)$)/;

function typeFindings(link: SeenLink, { contentType }: ServedMedia, { family }: ReferenceTarget): Finding[] {
  if (contentType === undefined || !telling.test(contentType)) return [];
  const form = formOfRole[link.role];
  const isListed = form === 'clip' && family?.promptShape === 'content';
  const types = isListed ? clipTypes : fitting[form];
  if (types.test(contentType)) return [];
  const takes = isListed ? `${referenceClipLimits.containers.join(' or ')} clips` : formNames[form];
  return [
    advice(link, {
      rule: 'link-type',
      what: told`is served as ${contentType}; ${flag(flagOfRole[link.role])} takes ${takes}`,
      fix: 'give the link of the file itself; --no-probe leaves links unchecked',
      section: '§2.7',
    }),
  ];
}

const mega = 1_000_000;

/** The document limits the size only for families whose prompt is a content list. */
function sizeFindings(link: SeenLink, { bytes }: ServedMedia, { family }: ReferenceTarget): Finding[] {
  const most = referenceClipLimits.megabytes;
  const isLimited = formOfRole[link.role] === 'clip' && family?.promptShape === 'content';
  if (!isLimited || bytes === undefined || bytes <= most * mega) return [];
  return [
    advice(link, {
      rule: 'link-bytes',
      what: `has ${Math.ceil((bytes / mega) * 10) / 10} MB, its host says; the most is ${most} MB`,
      fix: 'encode it smaller',
      section: '§2.7',
    }),
  ];
}

function advice(
  { where }: SeenLink,
  { what, ...parts }: { rule: string; what: string | FindingWords; fix: string; section: string },
): Finding {
  return finding({ ...parts, where, enforcedBy: 'advice', message: told`${field(where)} ${what}` });
}
