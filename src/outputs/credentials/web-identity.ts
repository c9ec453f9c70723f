import { readXml, textAt, type XmlElement } from '../rules/store-xml.ts';
import { checkedCredentials, noCredentials } from './credential-fields.ts';
import type { StoreCredentials } from './credential-source.ts';
import { type CredentialWay, fetchCredentials } from './fetch-credentials.ts';

/** A role that is taken by a token of somebody else, such as a cluster's or a runner's. */
export interface WebIdentity {
  roleArn: string;
  sessionName: string;
  /** Reads the token, which is renewed in its file. Throws the native error. */
  token(): string;
  /** Of the service that gives the credentials. */
  endpoint: string;
  source: string;
}

/** Takes a role by AssumeRoleWithWebIdentity, which needs no signature. Rejects with AuthError. */
export async function webIdentityCredentials(
  { endpoint, roleArn, sessionName, source, token }: WebIdentity,
  way: CredentialWay,
): Promise<StoreCredentials> {
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: sessionName,
    WebIdentityToken: tokenOf(token, source),
  });
  const headers = { accept: 'application/xml', 'content-type': 'application/x-www-form-urlencoded' };
  const request = {
    method: 'POST' as const,
    url: new URL(endpoint),
    headers,
    body: Buffer.from(body.toString()),
  };
  const { status, text } = await fetchCredentials(way, request, source);
  const xml = readXml(text);
  if (status !== 200)
    throw noCredentials(source, `${new URL(endpoint).host} answered ${status}${codeOf(xml)}`);
  const at = (name: string): string | undefined =>
    textAt(xml, 'AssumeRoleWithWebIdentityResult', 'Credentials', name);
  return checkedCredentials(
    {
      accessKeyId: at('AccessKeyId'),
      secretAccessKey: at('SecretAccessKey'),
      sessionToken: at('SessionToken'),
      expiration: at('Expiration'),
    },
    source,
  );
}

function codeOf(xml: XmlElement | undefined): string {
  const code = textAt(xml, 'Error', 'Code');
  return code === undefined ? '' : ` ${code}`;
}

function tokenOf(token: () => string, source: string): string {
  try {
    return token().trim();
  } catch (error) {
    throw noCredentials(
      source,
      `its token can't be read: ${error instanceof Error ? error.message : error}`,
      error,
    );
  }
}
