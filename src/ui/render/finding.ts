import type { ShownFinding } from '../../errors/preflight-error.ts';
import { safeLine } from '../../rules/safe-text.ts';
import type { Look } from '../look.ts';
import { signedLines } from './aligned.ts';

/** What checking a request found, errors first: where, what is wrong, what to write instead, and the section. */
export function renderFindings(findings: readonly ShownFinding[], look: Look, indent = 0): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  return [...errors, ...warnings].flatMap((finding) => renderFinding(finding, look, indent));
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
