import type { Environment } from '../../cli/surroundings.ts';
import { AuthError } from '../../errors/endings.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { type RunCommand, whyFailed } from '../../text/command-end.ts';
import { objectOf } from '../../text/json-object.ts';
import type { AwsProfile } from './aws-profile.ts';
import { checkedCredentials, noCredentials, type StoreCredentials } from './credentials.ts';
import {
  type CredentialPorts,
  type CredentialSettings,
  containerCredentials,
  type Found,
  roleCredentials,
} from './fetch-credentials.ts';

/** The means of the search, in the order of AWS's own tools. The first place that is set up counts. */
interface SearchPorts extends CredentialPorts {
  profile: AwsProfile;
  runCommand: RunCommand;
}

/** Looks for credentials. Rejects with AuthError, which shows none; where the place that is set up gives none, no other is asked. */
export async function findStoreCredentials(ports: SearchPorts): Promise<StoreCredentials> {
  const { environment, profile } = ports;
  const name = `the profile ${profile.name}`;
  const ofVariables = settingsOf(environment);
  const ofProfile = { values: profile.values ?? {}, keys: name, role: `the role of ${name}` };
  const isNamed = !!environment.AWS_PROFILE;
  const found =
    keysOf(ofVariables) ??
    (isNamed ? undefined : roleCredentials(ofVariables, ports)) ??
    keysOf(ofProfile) ??
    processOf(profile, ports) ??
    roleCredentials(ofProfile, ports) ??
    (isNamed ? undefined : containerCredentials(ports));
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

function processOf({ name, values }: AwsProfile, { runCommand }: SearchPorts): Found {
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
