import { isContainerHost } from '../../service/origin/container-hosts.ts';
import { isLoopbackHost } from '../../text/base-url.ts';
import { credentialsOfJson, noCredentials } from './credential-fields.ts';
import type { StoreCredentials } from './credential-source.ts';
import { type CredentialWay, fetchCredentials } from './fetch-credentials.ts';

/** The endpoint that a container has for its credentials. */
export interface ContainerEndpoint {
  url: string;
  /** What is sent to it in `authorization`; read each time, because its file is renewed. Throws the native error. */
  authorization(): string | undefined;
  source: string;
}

/** Asks the container's endpoint for credentials. Rejects with AuthError. */
export async function containerCredentials(
  { authorization, source, url }: ContainerEndpoint,
  way: CredentialWay,
): Promise<StoreCredentials> {
  if (!URL.canParse(url)) throw noCredentials(source, 'it is not a URL');
  const { hostname, protocol } = new URL(url);
  const isSafe = protocol === 'https:' || isLoopbackHost(hostname) || isContainerHost(hostname);
  if (!isSafe) throw noCredentials(source, `it is http, and ${hostname} is not an address of the container`);
  const token = readToken(authorization, source);
  if (token !== undefined && /[^\x20-\x7e]/u.test(token))
    throw noCredentials(source, 'its authorization token has a line break or a character that is not ASCII');
  const headers = { accept: 'application/json', ...(token === undefined ? {} : { authorization: token }) };
  const { status, text } = await fetchCredentials(way, { method: 'GET', url: new URL(url), headers }, source);
  if (status !== 200) throw noCredentials(source, `it answered ${status}`);
  return credentialsOfJson(text, source);
}

function readToken(authorization: () => string | undefined, source: string): string | undefined {
  try {
    return authorization()?.trim();
  } catch (error) {
    throw noCredentials(
      source,
      `its authorization token can't be read: ${error instanceof Error ? error.message : error}`,
      error,
    );
  }
}
