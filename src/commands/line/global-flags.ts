import { settingTable } from '../../store/setting-table.ts';
import { choiceFlag, type FlagValues, switchFlag, textFlag } from './flag.ts';

/** Flags that every command takes, before or after its name. */
export const globalFlags = {
  profile: textFlag('--profile <name>', 'the account to use; brings its own base URL and key', 'profile'),
  sandbox: switchFlag('--sandbox', 'the embedded service: the same as --profile sandbox'),
  baseUrl: textFlag('--base-url <url>', 'send to this service instead of the profile’s'),
  json: switchFlag('--json', 'one JSON document on stdout; a failure as the one line on stderr'),
  quiet: switchFlag('-q, --quiet', 'ids only, or paths after a download, one a line; on stderr errors alone'),
  verbose: switchFlag('-v, --verbose', 'show each request on stderr, without secrets'),
  color: choiceFlag('--color <when>', settingTable.color.says, settingTable.color.choices),
  noInput: switchFlag('--no-input', 'never ask anything'),
  yes: switchFlag('-y, --yes', 'answer yes to every question'),
} as const;

export type GlobalFlags = FlagValues<typeof globalFlags>;
