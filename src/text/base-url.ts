/** The base URL of the embedded sandbox, which has no address on any network. */
const sandboxBaseUrl = 'sandbox:';

/** Hosts of the embedded sandbox. `.invalid` never resolves, so a request to one of them can't leave this machine. */
export const sandboxOrigins = {
  api: 'https://api.sandbox.invalid',
  cdn: 'https://cdn.sandbox.invalid',
} as const;

/** The places of links for files that are not uploaded, or not yet, and for last frames of the sandbox's clips. They lead nowhere. */
export const standInPlaces = {
  files: 'https://upload.invalid/',
  frames: 'https://upload.invalid/last-frame/',
} as const;

/** The address at which only this machine is heard. */
export const loopbackAddress = '127.0.0.1';

/** Every API key of the sandbox begins with this, so that a real key is never mistaken for one. */
export const sandboxKeyPrefix = 'sbx_';

/** The sandbox's default API key. Everyone has it: it is no secret. */
export const sandboxKey = `${sandboxKeyPrefix}local`;

export type BaseUrl =
  | {
      ok: true;
      /** Without a slash at its end; a path is kept. */
      url: string;
      loopback: boolean;
      /** The embedded sandbox, `sandbox:`. */
      sandbox: boolean;
    }
  | { ok: false; why: string };

/**
 * Reads the base URL of an account: https, http on this machine, or `sandbox:`. It may have a path, but no user name,
 * password, query or fragment.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === sandboxBaseUrl) return { ok: true, url: sandboxBaseUrl, loopback: false, sandbox: true };
  const url = absoluteUrl(trimmed);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return refused('It is not an absolute https URL such as https://api.example.com.');
  const loopback = isLoopbackHost(url.hostname);
  if (namesUser(url, trimmed))
    return refused('It holds a user name or a password; genctl takes the key separately.');
  if (/[?#]/.test(trimmed)) return refused('It holds a query or a fragment.');
  if (url.protocol === 'http:' && !loopback)
    return refused(`It is http, and ${url.hostname} is another machine: the key would be sent unencrypted.`);
  return { ok: true, url: url.href.replace(/\/+$/, ''), loopback, sandbox: false };
}

/**
 * A URL with a scheme and a host; undefined for anything else. The parser alone is not enough: in `https:///x` it takes the path
 * for a host.
 */
export function absoluteUrl(text: string): URL | undefined {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/\\?#\s]/.test(text) && URL.canParse(text)
    ? new URL(text)
    : undefined;
}

/** A base URL without the version in its path, such as `v2`, and what follows: the client appends these. Undefined where it has none. */
export function beforeVersion(baseUrl: string): string | undefined {
  const { origin, pathname } = new URL(baseUrl);
  const [before = ''] = pathname.split(/\/v\d+(?=\/|$)/i);
  return before === pathname ? undefined : origin + before;
}

/** Tells whether the service of an account is on this machine, or embedded here. */
export function isOnThisMachine(baseUrl: string): boolean {
  const base = parseBaseUrl(baseUrl);
  return base.ok && (base.loopback || base.sandbox);
}

/** The place that requests to the API go to: the base URL itself, or the sandbox's host for `sandbox:`. */
export function requestBase(baseUrl: string): string {
  return baseUrl === sandboxBaseUrl ? sandboxOrigins.api : baseUrl;
}

/** The mark by which services differ: the origin that requests go to, whatever the path. A text that is no URL is its own mark. */
export function serviceOrigin(baseUrl: string): string {
  const base = requestBase(baseUrl);
  return absoluteUrl(base)?.origin ?? base;
}

/** Tells whether the `hostname` of a parsed URL is this machine: 127.0.0.0/8, `::1` or `localhost`. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** The addresses of ECS and of EKS, which answer by http to their own containers alone: a proxy would be told the token, and reach nothing. */
const containerHosts: readonly string[] = ['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'];

/** Tells whether a host gives a container its credentials. */
export function isContainerHost(hostname: string): boolean {
  return containerHosts.includes(hostname);
}

function refused(why: string): BaseUrl {
  return { ok: false, why };
}

/** A sandbox holds an answer up for no longer. Unit: ms. */
export const sandboxLatencyMostMs = 3_600_000;

/** Tells whether a URL has a user name or a password, as it was written: the parser drops empty ones. */
export function namesUser({ password, username }: URL, written: string): boolean {
  const authority = written.split(/[/\\?#]+/)[1] ?? '';
  return username !== '' || password !== '' || authority.includes('@');
}
