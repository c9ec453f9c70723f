import type { Environment } from '../../cli/surroundings.ts';
import { AuthError } from '../../errors/endings.ts';
import { readWholeText } from '../../files/read-whole.ts';
import { type RunCommand, whyFailed } from '../../text/command-end.ts';
import type { AwsProfile } from './aws-profile.ts';
import {
  checkedCredentials,
  credentialsOfJson,
  noCredentials,
  type StoreCredentials,
} from './credentials.ts';
import {
  type ContainerEndpoint,
  type CredentialWay,
  containerCredentials,
  webIdentityCredentials,
} from './fetch-credentials.ts';

/** The means of the chain of credentials. */
export interface CredentialPorts extends CredentialWay {
  environment: Environment;
  profile: AwsProfile;
  region: string;
  runCommand: RunCommand;
}

/** A place that may have credentials; undefined where it has nothing to do with this machine. */
type Link = (ports: CredentialPorts) => Promise<StoreCredentials> | undefined;

/** The places that credentials are looked for in, in the order of AWS's own tools. The first that is set up counts. */
const chain: readonly Link[] = [ofVariables, ofNamedProfile, ofVariableRole, ofProfile, ofContainer];

/** Looks for credentials. Rejects with AuthError, which shows none; where the place that is set up gives none, no other is asked. */
export async function findStoreCredentials(ports: CredentialPorts): Promise<StoreCredentials> {
  for (const link of chain) {
    const found = link(ports);
    if (found !== undefined) return found;
  }
  throw new AuthError({
    code: 'store_no_credentials',
    message: 'there are no credentials for the object store',
    why: 'Neither variables (AWS_ACCESS_KEY_ID …) nor ~/.aws, a role or a container has any.',
    hint: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE',
  });
}

function ofVariables({ environment }: CredentialPorts): Promise<StoreCredentials> | undefined {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = environment;
  if (!AWS_ACCESS_KEY_ID && !AWS_SECRET_ACCESS_KEY) return undefined;
  return soon(() =>
    checkedCredentials(
      {
        accessKeyId: AWS_ACCESS_KEY_ID,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
        sessionToken: AWS_SESSION_TOKEN || undefined,
        expiration: environment.AWS_CREDENTIAL_EXPIRATION || undefined,
      },
      'AWS_ACCESS_KEY_ID',
    ),
  );
}

function ofNamedProfile(ports: CredentialPorts): Promise<StoreCredentials> | undefined {
  const { environment, profile } = ports;
  if (!environment.AWS_PROFILE) return undefined;
  return (
    ofProfile(ports) ??
    soon(() => {
      throw noCredentials(`the profile ${profile.name}`, lackOf(profile));
    })
  );
}

function lackOf({ name, values }: AwsProfile): string {
  if (values === undefined) return 'neither ~/.aws/config nor ~/.aws/credentials has it';
  if (
    values.sso_session !== undefined ||
    values.sso_start_url !== undefined ||
    values.source_profile !== undefined
  )
    return `it uses SSO or another profile's role, which genctl leaves to the AWS CLI; set in a profile of another name: credential_process = aws configure export-credentials --profile ${name}`;
  return 'it has neither keys, nor credential_process, nor a web identity';
}

function ofProfile(ports: CredentialPorts): Promise<StoreCredentials> | undefined {
  const { name, values = {} } = ports.profile;
  const source = `the profile ${name}`;
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = values;
  if (accessKeyId !== undefined || secretAccessKey !== undefined) {
    const sessionToken = values.aws_session_token;
    return soon(() =>
      checkedCredentials({ accessKeyId, secretAccessKey, sessionToken, expiration: undefined }, source),
    );
  }
  const { credential_process: line, role_arn: roleArn, web_identity_token_file: file } = values;
  if (line !== undefined) return ofProcess(line, ports, `credential_process of ${source}`);
  if (roleArn === undefined || file === undefined) return undefined;
  return ofRole({ roleArn, file, sessionName: values.role_session_name }, ports, `the role of ${source}`);
}

/** How long a program may take that gives credentials: it may ask a person. Unit: ms. */
const processTimeoutMs = 60_000;

async function ofProcess(
  line: string,
  { runCommand }: CredentialPorts,
  source: string,
): Promise<StoreCredentials> {
  const command = programWords(line);
  if (command === undefined || command.length === 0)
    throw noCredentials(source, 'a quote in it is not closed');
  const end = await runCommand(command, { timeoutMs: processTimeoutMs });
  if (end.kind === 'ended' && end.exitCode === 0) return credentialsOfJson(end.stdout, source);
  // The program's output is not shown: it may have credentials.
  throw noCredentials(
    source,
    whyFailed(command[0] ?? '', end, processTimeoutMs, () => ''),
  );
}

function ofVariableRole(ports: CredentialPorts): Promise<StoreCredentials> | undefined {
  const { AWS_ROLE_ARN, AWS_ROLE_SESSION_NAME, AWS_WEB_IDENTITY_TOKEN_FILE } = ports.environment;
  if (!AWS_WEB_IDENTITY_TOKEN_FILE || !AWS_ROLE_ARN) return undefined;
  const role = {
    roleArn: AWS_ROLE_ARN,
    file: AWS_WEB_IDENTITY_TOKEN_FILE,
    sessionName: AWS_ROLE_SESSION_NAME || undefined,
  };
  return ofRole(role, ports, 'AWS_WEB_IDENTITY_TOKEN_FILE');
}

function ofRole(
  role: { roleArn: string; file: string; sessionName: string | undefined },
  ports: CredentialPorts,
  source: string,
): Promise<StoreCredentials> {
  const { clock, environment, exchange, region } = ports;
  const identity = {
    roleArn: role.roleArn,
    sessionName: role.sessionName ?? `genctl-${Math.trunc(clock.nowMs())}`,
    token: () => readWholeText(role.file, tokenLimits),
    endpoint: environment.AWS_ENDPOINT_URL_STS || `https://sts.${region}.amazonaws.com/`,
    source,
  };
  return webIdentityCredentials(identity, { clock, exchange });
}

const tokenLimits = { bytesMost: 256 * 1024, what: 'token' };

/** The host that answers for ECS. */
const relativeHost = 'http://169.254.170.2';

function ofContainer(ports: CredentialPorts): Promise<StoreCredentials> | undefined {
  const { environment } = ports;
  const { AWS_CONTAINER_CREDENTIALS_FULL_URI: full, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative } =
    environment;
  const token = environment.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  const file = environment.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
  if (!relative && !full) return undefined;
  const endpoint: ContainerEndpoint = {
    url: relative ? `${relativeHost}${relative}` : (full ?? ''),
    authorization: () => (file ? readWholeText(file, tokenLimits) : token || undefined),
    source: `AWS_CONTAINER_CREDENTIALS_${relative ? 'RELATIVE' : 'FULL'}_URI`,
  };
  return containerCredentials(endpoint, ports);
}

/** Has what is thrown reject. */
async function soon<Value>(make: () => Value): Promise<Value> {
  return make();
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
