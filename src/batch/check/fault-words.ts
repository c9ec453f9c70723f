import type { CliError } from '../../errors/cli-error.ts';
import { placedWords } from '../../service/checks/finding.ts';
import { PreflightError } from '../../service/checks/preflight-error.ts';
import { findingInColumns } from './finding-columns.ts';

/** An error as a part of a line: what and why; of the findings of a check what mends each, too. */
export function inOneLine(error: CliError): string {
  if (error instanceof PreflightError) {
    const findings = error.findings.filter(({ severity }) => severity === 'error');
    return (findings.length === 0 ? error.findings : findings)
      .map((one) => (error.request === undefined ? placedWords(one) : findingInColumns(one, error.request)))
      .map(({ fix, message }) => `${message} (${fix})`)
      .join('; ');
  }
  const why = error.why === undefined ? '' : `: ${error.why.split('\n').join('; ').replace(/\.$/, '')}`;
  return `${error.message}${why}`;
}
