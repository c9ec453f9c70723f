import type { CliError } from '../../errors/cli-error.ts';
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
function mendLines({ hint }: CliError, look: Look): string[] {
  if (hint === undefined) return [];
  const { colors, ids, symbols } = look;
  return safeText(ids.within(hint))
    .split('\n')
    .flatMap((line) =>
      isCommand(line)
        ? [`  ${colors.accent(symbols.arrow)} ${line}`]
        : signedLines({ text: symbols.arrow, paint: colors.accent }, { text: line }, look, 2),
    );
}

/** Whether a line is one command and no sentence, apart from what stands in quotes. */
function isCommand(line: string): boolean {
  const bare = line.replace(/'[^']*'|"[^"]*"/g, '');
  return /^(?:genctl|jq|ls|[A-Z_]+=|-)/.test(bare) && !/[,;:](?: |$)/.test(bare);
}
