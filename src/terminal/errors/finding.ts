import { placedWords } from '../../service/checks/finding.ts';
import type { ShownFinding } from '../../service/checks/preflight-error.ts';
import { signedLines } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';

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
