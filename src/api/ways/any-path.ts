import { requestBase } from '../../text/base-url.ts';
import type { Api } from '../transport/api.ts';
import type { ApiAnswer } from '../transport/api-call.ts';

/**
 * Tells whether a path, with its query, stays below the base URL: the key goes to no other place. `..` counts as what it leads to.
 */
export function isBelowBase(path: string, baseUrl: string): boolean {
  const base = requestBase(baseUrl);
  const { href } = new URL(base + path);
  return path.startsWith('/') && href.startsWith(`${new URL(base).href.replace(/\/$/, '')}/`);
}

/**
 * Looks at any path of the service once, repeated as a look at the models is. The answer has to be JSON.
 *
 * @throws the CliError that stands for anything but a 2xx answer; the signal's reason.
 */
export function lookAtPath(api: Api, path: string, signal: AbortSignal): Promise<ApiAnswer> {
  return api.call({ route: 'listModels', retryRoute: 'models', path, signal });
}
