import type { CliError } from '../errors/cli-error.ts';
import { hintText, piecesOf } from '../errors/hint.ts';
import { failureOf } from '../errors/system-trouble.ts';
import { documentJson, type JsonLayout } from '../ledger/job-document.ts';
import { alignRows, type Cell } from '../text/aligned.ts';
import type { Look } from '../text/look.ts';
import { safeLine, safeText } from '../text/safe-text.ts';

/** The result of one check, and what mends it where it is not well. */
export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  message: string;
  fix: string | null;
  /** How the program ends where this check is the first to fail. */
  failure?: Pick<CliError, 'code' | 'exit'>;
}

export function okCheck(name: string, message: string): Check {
  return { name, status: 'ok', message, fix: null };
}

export function warnCheck(name: string, message: string, fix: string | undefined): Check {
  return { name, status: 'warn', message, fix: fix ?? null };
}

/** A failed check from an error, on one line. Throws the error where it is a defect and no failure. */
export function failCheck(name: string, error: unknown): Check {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  const message = failure.why === undefined ? failure.message : `${failure.message}: ${failure.why}`;
  const { code, exit } = failure;
  return { name, status: 'fail', message, fix: fixOf(failure), failure: { code, exit } };
}

/** The way to mend an error. Hints that point to doctor are dropped, because doctor is what shows them. */
function fixOf({ mend }: CliError): string | null {
  if (mend === undefined) return null;
  const pieces = piecesOf(mend);
  const at = pieces.findIndex(
    (piece) => typeof piece === 'object' && 'run' in piece && piece.run[0] === 'doctor',
  );
  // Nothing is left of a hint that says little more than doctor.
  if (at === 0 || at === 1) return 'check the base URL: genctl auth list, or GENCTL_BASE_URL where it is set';
  return hintText(at === -1 ? mend : { pieces: pieces.slice(0, at - 1), isOffered: false });
}

/** Runs a check; it fails with the error that `look` throws. */
export async function checkThat(name: string, look: () => Check | Promise<Check>): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    return failCheck(name, error);
  }
}

/** The checks, one line each with the fix below. Off a terminal the line is tab-separated: name, status, message, fix. */
export function renderDiagnosis(lines: readonly Check[], look: Look): string[] {
  if (!look.isTerminal)
    return lines.map((line) =>
      [line.name, line.status, line.message, line.fix ?? ''].map(safeLine).join('\t'),
    );
  const { colors, symbols } = look;
  const signs = {
    ok: [symbols.good, colors.good],
    warn: [symbols.warn, colors.warn],
    fail: [symbols.bad, colors.bad],
  } as const;
  const width = Math.max(...lines.map(({ name }) => name.length));
  return lines.flatMap(({ name, status, message, fix }) => [
    ...alignRows([[signedName(name.padEnd(width), signs[status]), safeLine(message)]], look),
    // Each fix stays on one line, however long, so that it can be copied.
    ...(fix === null ? [] : safeText(fix).split('\n')).map(
      (line) => `${' '.repeat(width + 4)}${colors.accent(symbols.arrow)} ${line}`,
    ),
  ]);
}

function signedName(name: string, [sign, paint]: readonly [string, (text: string) => string]): Cell {
  return { text: `${sign} ${name}`, paint: (text) => paint(sign) + text.slice(sign.length) };
}

/** The checks as a JSON document. */
export function diagnosisJson(lines: readonly Check[], layout: JsonLayout): string {
  const items = lines.map(({ name, status, message, fix }) => ({ name, status, message, fix }));
  return documentJson('genctl.doctor/v1', { items }, layout);
}
