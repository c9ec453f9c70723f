import type { CliError } from '../../errors/cli-error.ts';
import {
  type CheckedRequest,
  PreflightError,
  type ShownFinding,
} from '../../service/checks/preflight-error.ts';
import { findingInColumns } from './finding-columns.ts';

/** An error as a part of a line: what and why; of the findings of a check what mends each, too. */
export function inOneLine(error: CliError): string {
  if (error instanceof PreflightError) {
    const findings = error.findings.filter(({ severity }) => severity === 'error');
    return (findings.length === 0 ? error.findings : findings)
      .map((finding) => columnWords(finding, error.request))
      .map(({ fix, message }) => `${message} (${fix})`)
      .join('; ');
  }
  const why = error.why === undefined ? '' : `: ${error.why.split('\n').join('; ').replace(/\.$/, '')}`;
  return `${error.message}${why}`;
}

function columnWords(
  finding: ShownFinding,
  request: CheckedRequest | undefined,
): { message: string; fix: string } {
  const { fix, message, where } = finding;
  if (request !== undefined) return findingInColumns(finding, request);
  return { message: message.startsWith(where) ? message : `${where}: ${message}`, fix };
}
