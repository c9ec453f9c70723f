import { hideInLinks } from '../../text/redaction.ts';
import { type Digest, leftOutBytes } from '../rules/left-out.ts';
import { linkChange } from './link-change.ts';

/** How many hex digits of a SHA-256 tell a person two files apart. */
const shownDigits = 12;

/**
 * Short names for two values of a field, at least one of which is a link or a data URL: the name of the file, or the length and hash
 * of the bytes. Where the names are the same though the values are not, they say more. Undefined where neither is media.
 */
export function mediaNames(
  before: unknown,
  after: unknown,
  digest: Digest,
): { before: string | undefined; after: string | undefined } | undefined {
  if (!isMedia(before) && !isMedia(after)) return undefined;
  const named = (name: (link: URL) => string) => ({
    before: nameOf(before, name, digest),
    after: nameOf(after, name, digest),
  });
  for (const name of [fileName, withoutQuery]) {
    const names = named(name);
    if (names.before !== names.after) return names;
  }
  const { after: same, before: name } = named(fileName);
  return { before: name, after: `${same} ${linkChange(before, after) ?? 'by another link'}` };
}

function isMedia(value: unknown): value is string {
  return typeof value === 'string' && (/^data:/i.test(value) || linkOf(value) !== undefined);
}

function linkOf(text: string): URL | undefined {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

function nameOf(value: unknown, name: (link: URL) => string, digest: Digest): string | undefined {
  if (typeof value !== 'string') return value === undefined ? undefined : JSON.stringify(value);
  const link = linkOf(value);
  if (link !== undefined) return name(link);
  return /^data:/i.test(value) ? bytesName(value, digest) : value;
}

function fileName({ host, pathname }: URL): string {
  const last =
    hideInLinks(pathname)
      .split('/')
      .findLast((part) => part !== '') ?? host;
  try {
    return decodeURIComponent(last);
  } catch {
    // A percent sign that is none of an escape: the name is shown as it is written.
    return last;
  }
}

function withoutQuery({ host, pathname }: URL): string {
  return `${host}${hideInLinks(pathname)}`;
}

/** `image/png, 1234 bytes, sha256 0a1b2c3d4e5f`. */
function bytesName(url: string, digest: Digest): string {
  const comma = url.indexOf(',');
  const head = comma < 0 ? url : url.slice(0, comma);
  const [mime = ''] = head.slice('data:'.length).split(';');
  const rest = comma < 0 ? '' : url.slice(comma + 1);
  const { bytes, sha256 } = leftOutBytes(rest) ?? digest(rest, { base64: /;base64$/i.test(head) });
  return `${mime || 'data'}, ${bytes} bytes, sha256 ${sha256.slice(0, shownDigits)}`;
}
