import type { CliError, LineChange } from '../../errors/cli-error.ts';
import { PreflightError } from '../../errors/preflight-error.ts';
import { isKeyFlag } from './flag-synonyms.ts';
import { hasGap } from './gaps.ts';
import { type HintedLine, hintedLine } from './hinted-line.ts';
import { withChange } from './line-change.ts';
import { locate } from './located.ts';
import { mendLine } from './mended-line.ts';
import { takeLine } from './take-line.ts';
import { lineWords } from './typed-line.ts';

/** The errors of a line that can't be read: names that are not there, words that are too many or missing. */
const ofNames: ReadonlySet<string> = new Set([
  'unknown_option',
  'unknown_command',
  'excess_arguments',
  'option_missing_argument',
]);

/**
 * Gives an error the command that mends it: the line as it was typed with the change made, or the one of its hint. A line is
 * told only if the program reads it, and none that would show what is secret.
 */
export async function mendError(error: CliError, argv: readonly string[]): Promise<void> {
  if (error.fix?.argv !== undefined) return;
  if (error instanceof PreflightError) {
    const { mendPreflight } = await import('./mend-preflight.ts');
    return mendPreflight(error, argv);
  }
  if (error.exit === 'usage' && ofNames.has(error.code)) return mendNames(error, argv);
  const changed = error.changes === undefined ? undefined : await changedLine(argv, error.changes);
  const hinted = changed ?? (await hintedLine(error, argv));
  if (hinted !== undefined) await takeLine(error, hinted.argv, hinted);
}

async function mendNames(error: CliError, argv: readonly string[]): Promise<void> {
  if (argv.some((word) => isKeyFlag(word.replace(/=.*/s, '')))) {
    error.why = 'A key never stands on a command line, where others can read it; auth login asks for it.';
    error.hint = 'genctl auth login';
    error.fix = { argv: ['genctl', 'auth', 'login'] };
    return;
  }
  const mended = await mendLine(argv);
  if (mended === undefined || !(await takeLine(error, mended.argv, mended))) return;
  if (mended.said.length > 0) error.why = mended.said.join('\n');
}

/** The typed line with changes; undefined where its command is not known. */
async function changedLine(
  typed: readonly string[],
  changes: readonly LineChange[],
): Promise<HintedLine | undefined> {
  const place = await locate(typed);
  if (place.kind !== 'found') return undefined;
  const argv = lineWords(changes.reduce(withChange, place.located.line));
  const isOpen = changes.some((change) => 'to' in change && change.to !== undefined && hasGap(change.to));
  return { argv, hasGap: isOpen, isHint: true };
}
