import { globalFlags } from './global-flags.ts';

/** Global flags that a line without a command may have and still mean the composer: which account, and how it looks. */
const harmless = ['profile', 'sandbox', 'baseUrl', 'verbose', 'color', 'yes'] as const;

/** Whether a line names nothing at all, so that on a terminal the composer starts; one that asks for anything else does not. */
export function isBareLine(argv: readonly string[]): boolean {
  for (let index = 0; index < argv.length; index += 1) {
    const flag = harmless
      .map((name) => globalFlags[name])
      .find(({ syntax }) => syntax.split(/[ ,]+/).includes(argv[index] ?? ''));
    if (flag === undefined) return false;
    if (flag.kind === 'value') index += 1;
  }
  return true;
}
