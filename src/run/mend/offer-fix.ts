import type { CliError } from '../../errors/cli-error.ts';
import { withFirst } from '../../errors/hint.ts';
import { redact } from '../../text/redaction.ts';
import { isRunnable } from './located.ts';
import { isSafeLine } from './safe-line.ts';

/** Makes a line the mend of an error, where it can be told beside the one that was typed. */
export async function offerFix(
  error: CliError,
  argv: readonly string[],
  typed: readonly string[],
  { hasGap = false, isHint = true }: { hasGap?: boolean; isHint?: boolean } = {},
): Promise<boolean> {
  if (argv.some(isSecret) || argv.join(' ').length > charactersMost) return false;
  if (!(await isSafeLine(argv, typed, { isRefused: error.exit === 'usage' || error.exit === 'notFound' })))
    return false;
  const isVersion = argv.length === 1 && argv[0] === '--version';
  if (!hasGap && !isVersion && !(await isRunnable(argv))) return false;
  if (isHint) error.mendBy((hint) => withFirst(hint, { run: argv }));
  if (!hasGap) error.fix = { ...error.fix, argv: ['genctl', ...argv, ...asDocument(argv, typed)] };
  return true;
}

/** The next wait is read as a document, too. */
function asDocument([command = '', ...words]: readonly string[], typed: readonly string[]): string[] {
  const goesOn = command === 'wait' || command === 'download';
  return goesOn && typed.includes('--json') && !words.includes('--json') && !words.includes('--')
    ? ['--json']
    : [];
}

/** A longer line is not copied from a screen. */
const charactersMost = 8_000;

/** Tells whether a word has a part that gives access by itself, as a link or a header may. */
export function isSecret(word: string): boolean {
  return redact(word) !== word;
}
