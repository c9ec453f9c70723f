import type { ShownFinding } from '../../../errors/endings.ts';
import { safeLine } from '../../../rules/safe-text.ts';
import type { Look } from '../../look.ts';
import { signedLines } from '../aligned.ts';

/** How many findings are shown: nobody mends more at a time. */
const findingsMost = 30;

/** The findings of a request's checks, errors first: where, what is wrong, what to write instead, and the section. */
export function renderFindings(findings: readonly ShownFinding[], look: Look, indent = 0): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const shown = [...errors, ...warnings].slice(0, findingsMost);
  const more = findings.length - shown.length;
  const rest = more === 0 ? [] : [{ text: `${more} more like these are not shown` }];
  return [
    ...shown.flatMap((finding) => renderFinding(finding, look, indent)),
    ...rest.flatMap((text) =>
      signedLines({ text: look.symbols.warn, paint: look.colors.warn }, text, look, indent),
    ),
  ];
}

function renderFinding(finding: ShownFinding, look: Look, indent = 0): string[] {
  const { colors, symbols } = look;
  const isError = finding.severity === 'error';
  const sign = isError ? symbols.bad : symbols.warn;
  const message = safeLine(finding.message);
  const where = safeLine(finding.where);
  const section = finding.section === '' ? '' : ` (${safeLine(finding.section)})`;
  return [
    ...signedLines(
      { text: sign, paint: isError ? colors.bad : colors.warn },
      { text: message.startsWith(where) ? message : `${where}: ${message}` },
      look,
      indent,
    ),
    ...signedLines(
      { text: symbols.arrow, paint: colors.accent },
      { text: `${safeLine(finding.fix)}${section}`, paint: colors.dim },
      look,
      indent + 2,
    ),
  ];
}
