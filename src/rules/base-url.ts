import { absoluteUrl } from './checks/absolute-url.ts';

/** What stands for the service inside this process in place of a base URL. */
const sandboxBaseUrl = 'sandbox:';

/** Hosts of the embedded sandbox; `.invalid` never resolves, so none of them can leave this machine. */
export const sandboxOrigins = {
  api: 'https://api.sandbox.invalid',
  cdn: 'https://cdn.sandbox.invalid',
} as const;

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
 * Reads the base URL of an account: https, or http on this machine itself, or `sandbox:`. Without user name, query and
 * fragment; with a path where the service lives under one.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === sandboxBaseUrl) return { ok: true, url: sandboxBaseUrl, loopback: false, sandbox: true };
  const url = absoluteUrl(trimmed);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return refused('It is not an absolute https URL such as https://api.example.com.');
  const loopback = isLoopbackHost(url.hostname);
  const authority = trimmed.split(/[/\\?#]+/)[1] ?? '';
  if (url.username !== '' || url.password !== '' || authority.includes('@'))
    return refused('It holds a user name or a password; a key is given apart from it.');
  if (/[?#]/.test(trimmed)) return refused('It holds a query or a fragment.');
  if (url.protocol === 'http:' && !loopback)
    return refused(`It is http, and ${url.hostname} is not this machine: the key would travel in the open.`);
  return { ok: true, url: url.href.replace(/\/+$/, ''), loopback, sandbox: false };
}

/** Where requests to the API go: the base URL itself, or the sandbox's host for `sandbox:`. */
export function requestBase(baseUrl: string): string {
  return baseUrl === sandboxBaseUrl ? sandboxOrigins.api : baseUrl;
}

/** Whether a URL's host name is this machine: 127.0.0.0/8, `::1` or `localhost`. Takes what `URL` made of it. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function refused(why: string): BaseUrl {
  return { ok: false, why };
}
