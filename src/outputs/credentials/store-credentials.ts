import type { Environment } from '../../cli/surroundings.ts';
import { AuthError } from '../../errors/endings.ts';
import { readWholeText } from '../../files/read-whole.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { type RunCommand, whyFailed } from '../../text/command-end.ts';
import { objectOf } from '../../text/json-object.ts';
import type { AwsProfile } from './aws-profile.ts';
import { checkedCredentials, noCredentials, type StoreCredentials } from './credentials.ts';
import { type CredentialWay, containerCredentials, webIdentityCredentials } from './fetch-credentials.ts';

/** The means of the search for credentials. */
export interface CredentialPorts extends CredentialWay {
  environment: Environment;
  profile: AwsProfile;
  region: string;
  runCommand: RunCommand;
}

/** Settings that may have credentials, by their names in the shared files, and the names of what they have. */
interface CredentialSettings {
  values: Readonly<Partial<Record<string, string>>>;
  keys: string;
  role: string;
}

/** Looks for them in the order of AWS's own tools; the first place that is set up counts. Undefined where it is not. */
type Found = Promise<StoreCredentials> | StoreCredentials | undefined;

/** Looks for credentials. Rejects with AuthError, which shows none; where the place that is set up gives none, no other is asked. */
export async function findStoreCredentials(ports: CredentialPorts): Promise<StoreCredentials> {
  const { environment, profile } = ports;
  const name = `the profile ${profile.name}`;
  const ofVariables = settingsOf(environment);
  const ofProfile = { values: profile.values ?? {}, keys: name, role: `the role of ${name}` };
  const isNamed = !!environment.AWS_PROFILE;
  const found =
    keysOf(ofVariables) ??
    (isNamed ? undefined : roleOf(ofVariables, ports)) ??
    keysOf(ofProfile) ??
    processOf(profile, ports) ??
    roleOf(ofProfile, ports) ??
    (isNamed ? undefined : containerOf(ports));
  if (found !== undefined) return found;
  if (isNamed) throw noCredentials(name, lackOf(profile));
  throw new AuthError({
    code: 'store_no_credentials',
    message: 'there are no credentials for the object store',
    why: 'Neither variables (AWS_ACCESS_KEY_ID …) nor ~/.aws, a role or a container has any.',
    hint: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE',
  });
}

/** The settings that stand in variables: what is empty there is unset. */
function settingsOf(environment: Environment): CredentialSettings {
  const variables = [
    ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_CREDENTIAL_EXPIRATION'],
    ...['AWS_ROLE_ARN', 'AWS_ROLE_SESSION_NAME', 'AWS_WEB_IDENTITY_TOKEN_FILE'],
  ];
  const values = variables.map((name) => [
    name.toLowerCase().replace(/^aws_(?=role|web)/, ''),
    environment[name] || undefined,
  ]);
  return {
    values: Object.fromEntries(values),
    keys: 'AWS_ACCESS_KEY_ID',
    role: 'AWS_WEB_IDENTITY_TOKEN_FILE',
  };
}

function lackOf({ name, values }: AwsProfile): string {
  if (values === undefined) return 'neither ~/.aws/config nor ~/.aws/credentials has it';
  if (['sso_session', 'sso_start_url', 'source_profile'].some((setting) => values[setting] !== undefined))
    return `it uses SSO or another profile's role, which genctl leaves to the AWS CLI; set in a profile of another name: credential_process = aws configure export-credentials --profile ${name}`;
  return 'it has neither keys, nor credential_process, nor a web identity';
}

function keysOf({ keys, values }: CredentialSettings): Found {
  const { aws_access_key_id: AccessKeyId, aws_secret_access_key: SecretAccessKey } = values;
  if (AccessKeyId === undefined && SecretAccessKey === undefined) return undefined;
  const { aws_session_token: SessionToken, aws_credential_expiration: Expiration } = values;
  return checkedCredentials({ AccessKeyId, SecretAccessKey, SessionToken, Expiration }, keys);
}

/** How long a program may take that gives credentials: it may ask a person. Unit: ms. */
const processTimeoutMs = 60_000;

function processOf({ name, values }: AwsProfile, { runCommand }: CredentialPorts): Found {
  const line = values?.credential_process;
  if (line === undefined) return undefined;
  const source = `credential_process of the profile ${name}`;
  const [program, ...words] = programWords(line) ?? [];
  if (program === undefined) throw noCredentials(source, 'a quote in it is not closed');
  return runCommand([program, ...words], { timeoutMs: processTimeoutMs }).then((end) => {
    if (end.kind === 'ended' && end.exitCode === 0)
      return checkedCredentials(objectOf(tryReadJson(end.stdout)), source);
    // The program's output is not shown: it may have credentials.
    throw noCredentials(
      source,
      whyFailed(program, end, processTimeoutMs, () => ''),
    );
  });
}

const tokenLimits = { bytesMost: 256 * 1024, what: 'token' };

function roleOf({ role, values }: CredentialSettings, ports: CredentialPorts): Found {
  const { role_arn: roleArn, role_session_name: sessionName, web_identity_token_file: file } = values;
  if (roleArn === undefined || file === undefined) return undefined;
  const identity = {
    roleArn,
    sessionName: sessionName ?? `genctl-${Math.trunc(ports.clock.nowMs())}`,
    token: () => readWholeText(file, tokenLimits),
    endpoint: ports.environment.AWS_ENDPOINT_URL_STS || `https://sts.${ports.region}.amazonaws.com/`,
    source: role,
  };
  return webIdentityCredentials(identity, ports);
}

/** The host that answers for ECS. */
const relativeHost = 'http://169.254.170.2';

function containerOf(ports: CredentialPorts): Found {
  const { environment } = ports;
  const { AWS_CONTAINER_CREDENTIALS_FULL_URI: full, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative } =
    environment;
  const token = environment.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  const file = environment.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
  if (!relative && !full) return undefined;
  const endpoint = {
    url: relative ? `${relativeHost}${relative}` : (full ?? ''),
    authorization: () => (file ? readWholeText(file, tokenLimits) : token || undefined),
    source: `AWS_CONTAINER_CREDENTIALS_${relative ? 'RELATIVE' : 'FULL'}_URI`,
  };
  return containerCredentials(endpoint, ports);
}

/**
 * The words of a command line as AWS writes `credential_process`: parted at white space, with quotes around words that hold some.
 * Backslashes stand for themselves, as in paths of Windows. Undefined where a quote has no end.
 */
export function programWords(line: string): string[] | undefined {
  const words: string[] = [];
  const word = /\s*((?:"[^"]*"|'[^']*'|[^\s"'])+)/gy;
  let end = 0;
  for (const match of line.matchAll(word)) {
    words.push(
      (match[1] ?? '').replace(
        /"([^"]*)"|'([^']*)'/g,
        (_, double?: string, single?: string) => double ?? single ?? '',
      ),
    );
    end = match.index + match[0].length;
  }
  return line.slice(end).trim() === '' ? words : undefined;
}
