import type { SandboxOptions } from './deployment.ts';
import { Refusal } from './refusal.ts';

/** Which of the two hosts a request is for. */
export type SandboxHost = 'api' | 'cdn';

/**
 * The host that a request is for. Pages that someone browses must not reach the sandbox: neither under another name
 * that resolves to this machine, nor across origins.
 *
 * @throws Refusal (403) for a foreign Host and for any Origin.
 */
export function hostOf(
  request: Request,
  { baseUrl, cdnUrl }: Pick<SandboxOptions, 'baseUrl' | 'cdnUrl'>,
): SandboxHost {
  if (request.headers.has('Origin')) throw foreign('Requests with an Origin header are refused.');
  const { host } = new URL(request.url);
  if (hostsOf(baseUrl).includes(host)) return 'api';
  if (cdnUrl !== undefined && hostsOf(cdnUrl).includes(host)) return 'cdn';
  throw foreign(`This sandbox answers to ${new URL(baseUrl).host} only.`);
}

/** A loopback address has two names. */
function hostsOf(origin: string): string[] {
  const { host, hostname } = new URL(origin);
  return hostname === '127.0.0.1' ? [host, host.replace(hostname, 'localhost')] : [host];
}

function foreign(message: string): Refusal {
  return new Refusal(403, { code: 'forbidden', message });
}
