import { colorChoice } from '../terminal/color-choice.ts';
import { choiceFlag, type FlagValues, isFlagNamed, switchFlag, textFlag } from './flag.ts';

/** Flags that every command takes, before or after its name. */
export const globalFlags = {
  profile: {
    ...textFlag('--profile <name>', 'the account to use, with its base URL and key', 'profile'),
    variable: 'GENCTL_PROFILE',
  },
  sandbox: switchFlag('--sandbox', 'use the embedded service, as --profile sandbox does'),
  baseUrl: {
    ...textFlag('--base-url <url>', 'use this base URL instead of the profile’s'),
    variable: 'GENCTL_BASE_URL',
  },
  json: switchFlag('--json', 'print one JSON document on stdout, or one line of JSON on stderr if it fails'),
  quiet: switchFlag('-q, --quiet', 'print only ids (after a download, paths), one a line, and errors'),
  verbose: switchFlag('-v, --verbose', 'show each request on stderr, without secrets'),
  color: choiceFlag('--color <when>', colorChoice.says, colorChoice.choices),
  noInput: switchFlag('--no-input', 'never ask anything'),
  yes: switchFlag('-y, --yes', 'answer yes to every question'),
} as const;

export type GlobalFlags = FlagValues<typeof globalFlags>;

/** Global flags that may stand on a line without a command: they only choose the account, and how things look. */
const harmless = ['profile', 'sandbox', 'baseUrl', 'verbose', 'color', 'yes'] as const;

/** Tells whether a flag that is not global is in the place of the command: of a request without one, or a slip. */
export function beginsWithFlag(argv: readonly string[]): boolean {
  const word = argv[placeOfCommand(argv)] ?? '';
  return word.startsWith('-') && !/^(-h|--help|-V|--version)$/.test(word);
}

/** The place of the command in a line, or that where it would be: behind the global flags before it. */
export function placeOfCommand(argv: readonly string[]): number {
  let at = 0;
  while (at < argv.length) {
    const flag = Object.values(globalFlags).find((one) => isFlagNamed(one, argv[at]));
    if (flag === undefined) break;
    at += flag.kind === 'value' ? 2 : 1;
  }
  return at;
}

/** Tells whether a line asks for nothing in particular, so that the composer starts on a terminal. */
export function isBareLine(argv: readonly string[]): boolean {
  for (let index = 0; index < argv.length; index += 1) {
    const flag = harmless.map((name) => globalFlags[name]).find((one) => isFlagNamed(one, argv[index]));
    if (flag === undefined) return false;
    if (flag.kind === 'value') index += 1;
  }
  return true;
}
