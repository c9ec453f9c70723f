import { callerNames } from '../../terminal/environment.ts';

/** Every environment variable that genctl reads, and what it is for. */
export const environmentVariables = [
  ['GENCTL_BASE_URL', 'the service; with GENCTL_API_KEY you need no profile'],
  ['GENCTL_API_KEY', 'the key; it overrides the key and credential_command of a profile'],
  ['GENCTL_PROFILE', 'the profile to use'],
  ['GENCTL_MODEL', 'the default model'],
  [
    'GENCTL_UPLOAD_COMMAND',
    'the program that uploads local files, as a JSON array; it overrides profile and settings',
  ],
  ['GENCTL_QUEUE', 'the queue of worker, queue and batch, if --queue is not given'],
  ['GENCTL_QUEUE_PASSWORD', 'the password of a queue, if its URL has none'],
  ['GENCTL_HOME', 'the folder for settings, ledger and cache, as printed by: genctl config path'],
  ['GENCTL_SANDBOX_KEY', 'the one key of a served sandbox; its --host and --allow-host need it'],
  ['GENCTL_SANDBOX_SPEED', 'how much faster than real time the embedded service runs: a factor, or instant'],
  [
    'AWS_ACCESS_KEY_ID, AWS_PROFILE, …',
    'credentials, region and endpoint (AWS_ENDPOINT_URL_S3) of -D s3://…, as AWS’s own tools read them',
  ],
  ['NO_COLOR, FORCE_COLOR', 'no color, or color even without a terminal; --color overrides both'],
  ['CI', 'if set, genctl asks nothing and shows no animation'],
  [
    `${callerNames.slice(0, 2).join(', ')}, …`,
    'a program types for somebody: as with CI, and what would be asked is refused without its flag, such as --yes',
  ],
  ['http_proxy, https_proxy, no_proxy', 'in either case; loopback is never proxied'],
] as const;
