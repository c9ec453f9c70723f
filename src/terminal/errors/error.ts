import type { CliError } from '../../errors/cli-error.ts';
import { hintRows } from '../../errors/hint.ts';
import { placedWords } from '../../service/checks/finding.ts';
import { PreflightError, type ShownFinding } from '../../service/checks/preflight-error.ts';
import { signedLines } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';
import { safeLine, safeText } from '../../text/safe-text.ts';

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

/** How many findings are shown: nobody mends more at a time. */
const findingsMost = 30;

/** How findings are shown. */
interface FindingLayout {
  /** Unit: columns. */
  indent?: number;
  /** True if the sections of the service document are named. */
  sections?: boolean;
}

/** The findings of a request's checks, errors first: where, what is wrong, what to write instead. */
export function renderFindings(
  findings: readonly ShownFinding[],
  look: Look,
  { indent = 0, sections = false }: FindingLayout = {},
): string[] {
  const shown = errorsFirst(findings).slice(0, findingsMost);
  const more = findings.length - shown.length;
  const lines = shown.flatMap((finding) => renderFinding(finding, look, { indent, sections }));
  if (more === 0) return lines;
  const sign = { text: look.symbols.warn, paint: look.colors.warn };
  return [...lines, ...signedLines(sign, { text: `${more} more like these are not shown` }, look, indent)];
}

export function errorsFirst(findings: readonly ShownFinding[]): ShownFinding[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [...errors, ...findings.filter(({ severity }) => severity !== 'error')];
}

function renderFinding(
  finding: ShownFinding,
  look: Look,
  { indent, sections }: Required<FindingLayout>,
): string[] {
  const { colors, symbols } = look;
  const isError = finding.severity === 'error';
  const sign = isError ? symbols.bad : symbols.warn;
  const { message, fix } = finding.told ?? placedWords(finding);
  const section = finding.section === '' || !sections ? '' : ` (${safeLine(finding.section)})`;
  return [
    ...signedLines(
      { text: sign, paint: isError ? colors.bad : colors.warn },
      { text: safeLine(message) },
      look,
      indent,
    ),
    ...signedLines(
      { text: symbols.arrow, paint: colors.accent },
      { text: `${safeLine(fix)}${section}`, paint: colors.dim },
      look,
      indent + 2,
    ),
  ];
}
