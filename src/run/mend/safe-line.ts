import { isValued, longName } from '../../cli/flag.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import { behindLongDash, headOf } from '../../cli/line-words.ts';
import { payingCommands } from '../../cli/paying-commands.ts';
import { type LinePart, readTypedLine, type TypedLine } from '../../cli/typed-line.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { withFirst } from '../../errors/hint.ts';
import { isModelSlip } from '../../service/body/nearest-model.ts';
import { redact } from '../../text/redaction.ts';
import { isRunnable, locate } from './located.ts';

/** Flags that lift a limit, skip a check, answer a question or have something sent, replaced or forgotten once more. */
export const lifting: ReadonlySet<string> = new Set([
  ...['--yes', '--over-budget', '--assume-cost', '--no-preflight', '--no-probe', '--skip-invalid'],
  ...['--revise', '--resend', '--retry-failed', '--overwrite', '--same-account', '--forget'],
  ...['--forget-keys-after', '--no-retry-after'],
]);

/** Flags whose number is a limit of its own: a suggested line has no larger one than was typed. */
const limits: ReadonlySet<string> = new Set(['--max-cost', '--in-flight', '--limit', '--slots']);

/** Flags that make several jobs, or outputs, of one: a suggested line has none that was not typed. */
const multiplying: ReadonlySet<string> = new Set(['--takes', '--count', '--attempts', '--vary']);

/** Flags that keep a line from paying, or hold it to a limit: a suggested line that pays keeps them. */
const holding: ReadonlySet<string> = new Set(['--dry-run', '--max-cost', '--strict', '--curl']);

/** A line as the guard compares it. */
interface ReadLine {
  /** The words of its command, as typed. */
  command: string;
  parts: TypedLine;
}

/**
 * Tells whether a line may be suggested for the typed one. It pays only where that paid, lifts no limit that was not lifted, and
 * keeps the flags that held that, such as `--dry-run`. A line that was refused is suggested with all its words, but for
 * one that another word replaces. A command that only looks may be suggested beside it.
 */
export async function isSafeLine(
  argv: readonly string[],
  typed: readonly string[],
  { isRefused }: { isRefused: boolean },
): Promise<boolean> {
  const [to, from] = [await readLine(argv), await readLine(typed.map(withHyphens))];
  const pays = payingCommands.has(to.command);
  if (pays && !payingCommands.has(from.command)) return false;
  if (pays && isRefused && to.command !== from.command) return false;
  if (/^(config|auth) set$/.test(to.command) && argv.some((word) => word.startsWith('budget.'))) return false;
  if (to.parts.some((part) => loosens(part, from.parts))) return false;
  if (pays && from.parts.some(({ name = '' }) => holding.has(name) && !has(to.parts, name))) return false;
  if (!isRefused) return true;
  const isAnother = !pays && to.command !== from.command;
  if (isAnother && ownWords(from).every((word) => !ownWords(to).includes(word))) return true;
  if (from.parts.some((part) => isSwitch(part) && !has(to.parts, part.name ?? ''))) return false;
  return keepsWords(wordsOf(from.parts), wordsOf(to.parts));
}

/** Tells whether a part is a switch of the command that says what is done: no other word has its place. */
function isSwitch({ declared, name = '' }: LinePart): boolean {
  return declared !== undefined && !isValued(declared) && !shownNames.has(name) && !accountNames.has(name);
}

/** A word that begins with dashes of another kind as the flag that it would name. */
function withHyphens(word: string): string {
  const rest = behindLongDash(word);
  if (rest === undefined) return word;
  return headOf(rest).length === 1 ? `-${rest}` : `--${rest}`;
}

/** Reads a line as the guard compares it, also one whose command is not known. */
export async function readLine(argv: readonly string[]): Promise<ReadLine> {
  const place = await locate(argv);
  if (place.kind === 'found') return { command: place.located.path.join(' '), parts: place.located.line };
  const path = place.kind === 'group' ? place.path : [];
  const words = place.word === undefined ? path : [...path, place.word];
  return { command: words.join(' '), parts: readTypedLine(argv, { flags: {}, pathLength: words.length }) };
}

function has(line: TypedLine, name: string): boolean {
  return line.some((part) => part.name === name);
}

/** Tells whether a part of the suggested line lifts or loosens a limit of the typed one. */
function loosens({ name = '', value }: LinePart, typed: TypedLine): boolean {
  const before = typed.findLast((part) => part.name === name);
  // Another model has another price.
  if (name === '--model' && before?.value !== undefined) return !isModelSlip(before.value, value ?? '');
  if (before === undefined) return lifting.has(name) || multiplying.has(name);
  return (limits.has(name) || multiplying.has(name)) && Number(value) > Number(before.value);
}

const { profile, sandbox, baseUrl, ...ofShow } = globalFlags;
const namesOf = (flags: readonly { syntax: string }[]): ReadonlySet<string> =>
  new Set(flags.map(({ syntax }) => longName(syntax)));
const accountNames = namesOf([profile, sandbox, baseUrl]);
/** Flags that say only how a line is shown, or that nothing is asked. */
const shownNames = namesOf(Object.values(ofShow));

/** The words of a line but for its account. */
function ownWords({ parts }: ReadLine): string[] {
  return wordsOf(parts.filter(({ name = '' }) => !accountNames.has(name)));
}

/** The words of a line beside its command, without hyphens before them, and each value apart from its flag. */
function wordsOf(line: TypedLine): string[] {
  return line
    .filter(({ kind, name = '' }) => kind !== 'command' && !shownNames.has(name))
    .flatMap(({ words }) => words)
    .flatMap((word) => (word.startsWith('-') ? word.replace(/^-+/, '').split(/=(.*)/s, 2) : [word]))
    .filter((word) => word !== '');
}

/** Tells whether all words are kept, in whatever case, but for one that another word replaces. */
function keepsWords(words: readonly string[], kept: readonly string[]): boolean {
  const added = kept.map((word) => word.toLowerCase());
  const lost = words.filter((word) => {
    const at = added.indexOf(word.toLowerCase());
    if (at !== -1) added.splice(at, 1);
    return at === -1;
  });
  return lost.length === 0 || (lost.length === 1 && added.length > 0);
}

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
