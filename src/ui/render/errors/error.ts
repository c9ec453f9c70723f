import type { CliError } from '../../../errors/cli-error.ts';
import { PreflightError } from '../../../errors/preflight-error.ts';
import { safeLine, safeText } from '../../../rules/safe-text.ts';
import type { Look } from '../../look.ts';
import { signedLines } from '../aligned.ts';
import { renderFindings } from './finding.ts';

/**
 * A failure in three parts: what happened to what; why, in numbers; the command that mends it. `sections`: whether findings name
 * theirs of the service document.
 */
export function renderError(error: CliError, look: Look, { sections = false } = {}): string[] {
  const { colors, ids, symbols } = look;
  const why = error.why === undefined ? [] : safeText(ids.within(error.why)).split('\n');
  return [
    ...signedLines(
      { text: symbols.bad, paint: colors.bad },
      { text: asSentence(safeLine(ids.within(error.message))), paint: colors.bold },
      look,
    ),
    ...why.flatMap((line) => signedLines({ text: ' ' }, { text: asSentence(line) }, look)),
    ...(error instanceof PreflightError ? renderFindings(error.findings, look, { indent: 2, sections }) : []),
    ...hintLines(error, look),
  ];
}

/** Begins a text with a capital, unless it begins with a name: an id, a flag, a path. */
function asSentence(text: string): string {
  return /^[a-z]+[ ,]/.test(text) && !/^(genctl|at) /.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
}

/** The hint stays on one line, however long, so that it can be copied. */
function hintLines({ hint }: CliError, { colors, ids, symbols }: Look): string[] {
  if (hint === undefined) return [];
  return safeText(ids.within(hint))
    .split('\n')
    .map((line) => `  ${colors.accent(symbols.arrow)} ${line}`);
}
