import type { CliError } from '../../errors/cli-error.ts';
import { hintRows } from '../../errors/hint.ts';
import { PreflightError } from '../../service/checks/preflight-error.ts';
import { signedLines } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';
import { safeLine, safeText } from '../../text/safe-text.ts';
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
    ...mendLines(error, look),
  ];
}

/** Begins a text with a capital, unless it begins with a name: an id, a flag, a path. */
function asSentence(text: string): string {
  return /^[a-z]+[ ,]/.test(text) && !/^(genctl|at) /.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
}

/** A command stays on one line, however long, so that it can be copied; words are broken between them. */
function mendLines({ mend }: CliError, look: Look): string[] {
  if (mend === undefined) return [];
  const { colors, ids, symbols } = look;
  return hintRows(mend).flatMap((row) => {
    const text = safeLine(ids.within(row.text));
    return row.isTyped
      ? [`  ${colors.accent(symbols.arrow)} ${text}`]
      : signedLines({ text: symbols.arrow, paint: colors.accent }, { text }, look, 2);
  });
}
