import { isFlagNamed } from './flag.ts';
import { globalFlags } from './global-flags.ts';

/** Global flags that may stand on a line without a command: they only choose the account, and how things look. */
const harmless = ['profile', 'sandbox', 'baseUrl', 'verbose', 'color', 'yes'] as const;

/** Whether a line asks for nothing in particular, so that the composer starts on a terminal. */
export function isBareLine(argv: readonly string[]): boolean {
  for (let index = 0; index < argv.length; index += 1) {
    const flag = harmless.map((name) => globalFlags[name]).find((one) => isFlagNamed(one, argv[index]));
    if (flag === undefined) return false;
    if (flag.kind === 'value') index += 1;
  }
  return true;
}
