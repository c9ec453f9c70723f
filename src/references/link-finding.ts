import { shownUrl } from '../client/transport/redaction.ts';
import type { ModelFamily } from '../contract/families/index.ts';
import { referenceClipLimits } from '../contract/limits.ts';
import type { RequestRoute } from '../contract/request-route.ts';
import type { MediaRole } from '../contract/video-values.ts';
import { type Finding, finding } from '../rules/checks/finding.ts';
import { flagOfRole } from '../rules/request/flag-names.ts';
import { formOfRole, type MediaForm } from './media-kind.ts';
import type { LinkState, ServedMedia } from './probe-link.ts';

/** A link as messages show it: without what opens it. */
export function shownLink(url: string): string {
  return /^https?:/i.test(url) && URL.canParse(url)
    ? shownUrl(new URL(url))
    : (url.split(/[?#]/, 1)[0] ?? '');
}

/** A link that was looked at. `where` is what messages call it. */
export interface SeenLink {
  where: string;
  role: MediaRole;
  state: LinkState;
}

/** Whom it is for. */
export interface LinkReader {
  route: RequestRoute;
  family: ModelFamily | undefined;
}

/**
 * A link that could not be reached from here, or whose host says that it is something else than its role takes. From where the
 * service stands it may look otherwise, and what a host says of a file may be wrong: it is only pointed out.
 * @see service document §2.7, §4.8
 */
export function linkFindings(link: SeenLink, reader: LinkReader): Finding[] {
  const { state } = link;
  if (state.kind === 'unlooked') return [];
  if (state.kind === 'reachable')
    return [...typeFindings(link, state, reader), ...sizeFindings(link, state, reader)];
  const what = state.kind === 'answered' ? `answered ${state.status}` : `can't be reached: ${state.why}`;
  const isPrepared = reader.route === 'refs';
  const so = isPrepared ? 'the service fetches it before it starts' : 'the generator may not get it either';
  return [
    advice(link, {
      rule: 'link-unreachable',
      what: `${what}; ${so}`,
      fix: 'look at the link, or --no-probe to leave links unlooked at',
      section: isPrepared ? '§4.8' : '§2.7',
    }),
  ];
}

const fitting = {
  picture: { types: /^image\//, called: 'a picture' },
  clip: { types: /^video\//, called: 'a clip' },
  // Sound alone may come in the container of a clip.
  sound: { types: /^(audio|video)\/|^application\/ogg$/, called: 'a sound' },
} as const satisfies Record<MediaForm, { types: RegExp; called: string }>;

/** The containers that are asked of reference clips, as hosts call them. */
const clipTypes = /^(video\/(mp4|quicktime|x-m4v)|application\/mp4)$/;

/** What hosts say of files that they know nothing of. */
const telling = /^(?!(application|binary)\/(octet-stream|binary|x-binary|x-download|force-download)$)/;

function typeFindings(link: SeenLink, { contentType }: ServedMedia, { family }: LinkReader): Finding[] {
  if (contentType === undefined || !telling.test(contentType)) return [];
  const form = formOfRole[link.role];
  const isListed = form === 'clip' && family?.promptShape === 'content';
  const types = isListed ? clipTypes : fitting[form].types;
  if (types.test(contentType)) return [];
  const takes = isListed ? `${referenceClipLimits.containers.join(' or ')} clips` : fitting[form].called;
  return [
    advice(link, {
      rule: 'link-type',
      what: `is served as ${contentType}; ${flagOfRole[link.role]} takes ${takes}`,
      fix: 'give the link of the file itself, or --no-probe to leave links unlooked at',
      section: '§2.7',
    }),
  ];
}

const mega = 1_000_000;

/** Families without a content list have no such limit that the document knows of. */
function sizeFindings(link: SeenLink, { bytes }: ServedMedia, { family }: LinkReader): Finding[] {
  const most = referenceClipLimits.megabytes;
  const isLimited = formOfRole[link.role] === 'clip' && family?.promptShape === 'content';
  if (!isLimited || bytes === undefined || bytes <= most * mega) return [];
  return [
    advice(link, {
      rule: 'link-bytes',
      what: `holds ${Math.ceil((bytes / mega) * 10) / 10} MB, as its host says; the most is ${most} MB`,
      fix: 'encode it smaller',
      section: '§2.7',
    }),
  ];
}

function advice(
  { where }: SeenLink,
  { what, ...parts }: { rule: string; what: string; fix: string; section: string },
): Finding {
  return finding({ ...parts, where, enforcedBy: 'advice', message: `${where} ${what}` });
}
