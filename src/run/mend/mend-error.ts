import type { CliError } from '../../errors/cli-error.ts';
import { genctl, say, stepInstead, stepsOffered } from '../../errors/hint.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import { PreflightError } from '../../service/checks/preflight-error.ts';
import { createRedactor, redact } from '../../text/redaction.ts';
import { lineOfStep, toldHint } from './hinted-line.ts';
import { locate } from './located.ts';
import { mendLine, nameErrors, type UnmendedLine } from './mended-line.ts';
import { offerFix } from './safe-line.ts';

/** The errors of a line that can't be read: names that are not there, words that are too many or missing. */
const ofNames: ReadonlySet<string> = new Set([...nameErrors, 'option_missing_argument', 'missing_argument']);

/** The errors of a word that names nothing: it may have been meant for another program. */
const ofWords: ReadonlySet<string> = new Set(['job_not_found', 'model_not_found']);

/**
 * Gives an error the command that mends it: the line as it was typed with the change made, or the one of its hint. A line is
 * told only if the program reads it, and none that would show what is secret.
 *
 * @param apiKey the key of the environment, which no error repeats.
 */
export async function mendError(
  error: CliError,
  argv: readonly string[],
  apiKey: string | undefined,
): Promise<void> {
  await mendWhole(error, argv, apiKey);
  const hint = await toldHint(error, argv);
  error.mendBy(() => hint);
}

async function mendWhole(
  error: CliError,
  argv: readonly string[],
  apiKey: string | undefined,
): Promise<void> {
  const hide = createRedactor([apiKey ?? '']);
  if (argv.some((word) => hide(word) !== redact(word))) {
    error.message = hide(error.message);
    return ofNames.has(error.code) ? tellOfKey(error) : undefined;
  }
  // A canceled request is not to go on.
  if (error instanceof InterruptedError && error.mend === undefined && error.why === undefined) {
    if (!(await offerFix(error, argv, argv))) error.mendBy(() => 'run that line again');
    return;
  }
  if (error instanceof PreflightError && stepsOffered(error.mend).length === 0) {
    const { mendPreflight } = await import('./mend-preflight.ts');
    return mendPreflight(error, argv);
  }
  const mayBeNames = ofNames.has(error.code) || ofWords.has(error.code);
  if (mayBeNames && stepInstead(error.mend) === undefined && (await mendNames(error, argv))) return;
  await offerStep(error, argv);
}

/** Offers the first step of a hint that can be told. Of a request a line has all that was typed, or it is none. */
async function offerStep(error: CliError, argv: readonly string[]): Promise<void> {
  for (const step of stepsOffered(error.mend)) {
    const line = await lineOfStep(step, error, argv);
    if (line === undefined) continue;
    const isAlone = step === error.mend || step === stepInstead(error.mend);
    if (!isAlone && !line.isTyped && ['submit', 'draft', 'refs'].includes(line.argv[0] ?? '')) continue;
    if (await offerFix(error, line.argv, argv, { hasGap: line.hasGap, isHint: isAlone })) return;
  }
}

/** Mends the names of a line, or says what keeps it from being mended; false where nothing can be told of it. */
async function mendNames(error: CliError, argv: readonly string[]): Promise<boolean> {
  if (givesKey(argv)) {
    tellOfKey(error);
    return true;
  }
  const mended = await mendLine(argv);
  if (mended === undefined) return false;
  if (!('argv' in mended)) {
    tellUnmended(error, mended);
    return true;
  }
  const isTold = await offerFix(error, mended.argv, argv, mended);
  if (mended.said.length > 0) error.why = mended.said.join('\n');
  if (isTold || mended.said.length === 0) return isTold;
  const place = await locate(mended.argv);
  if (place.kind !== 'found') return false;
  error.mendBy(() => genctl`${place.located.path} --help`);
  return true;
}

const noKeyHere = 'genctl takes no key on a command line, where others can read it';

function tellOfKey(error: CliError): void {
  error.why = `${noKeyHere}; auth login asks for it.`;
  error.mendBy(() => genctl`auth login`);
  error.fix = { argv: ['genctl', 'auth', 'login'] };
}

/** Says what is known of a line that can't be made whole, and repeats no value of it that is not. */
function tellUnmended(error: CliError, { absent, nearest = '', path, said, unknown }: UnmendedLine): void {
  if (unknown === undefined) {
    error.why = `${noKeyHere}.`;
    error.mendBy(() => say`${genctl`auth login`}, which asks for the key, or reads it from stdin`);
    return;
  }
  const command = path.join(' ');
  error.why = [
    ...said,
    `There is no flag ${unknown} on genctl ${command}. ${nearest}`.trim(),
    absent?.why ?? '',
  ]
    .filter((one) => one !== '')
    .join('\n');
  error.mendBy(() => absent?.hint ?? genctl`${path} --help`);
}

/** The last letters of a part of a name that promises a secret: `key`, and `apikey` as well. */
const secretPart = /(key|token|secret|password|passwd|auth|authorization|bearer|credential)s?$/i;

/** Flags by which other programs are given a key. Its value is never repeated. */
export function isKeyFlag(name: string): boolean {
  if (!name.startsWith('-') || /^--?idempotency[-_]?keys?$/i.test(name)) return false;
  return name.split(/[-_.]/).some((part) => secretPart.test(part));
}

/** Tells whether a line gives a key: behind a flag for one, or in a header, also in one word with its flag. */
function givesKey(argv: readonly string[]): boolean {
  return argv.some((word, place) => {
    if (isKeyFlag(word.replace(/[=\s:].*/s, ''))) return true;
    const isHeader = /^(-H|--headers?)$/.test(argv[place - 1] ?? '');
    const header = isHeader ? word : /^(?:-H|--headers?=)(.*)/s.exec(word)?.[1];
    return header !== undefined && isKeyFlag(`-${header.replace(/[=\s:].*/s, '')}`);
  });
}
