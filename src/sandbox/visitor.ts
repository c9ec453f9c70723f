import type { SandboxOptions } from './deployment.ts';
import { Refusal } from './refusal.ts';

/** The two hosts of a sandbox. */
export type SandboxHost = 'api' | 'cdn';

/**
 * The host that a request is for. Web pages in a browser on this machine must not reach the sandbox, neither across origins nor
 * by a name of their own that resolves to this machine.
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

/** The hosts of an origin: a loopback address may also be written `localhost`. */
function hostsOf(origin: string): string[] {
  const { host, hostname } = new URL(origin);
  return hostname === '127.0.0.1' ? [host, host.replace(hostname, 'localhost')] : [host];
}

function foreign(message: string): Refusal {
  return new Refusal(403, { code: 'forbidden', message });
}
