import { PreflightError } from '../../errors/preflight-error.ts';
import type { Finding } from './finding.ts';

/** The refusal of a request that has errors among its findings, or with `strict` any at all; undefined where it may be sent. */
export function weighed(findings: readonly Finding[], strict: boolean): PreflightError | undefined {
  const errors = findings.filter((finding) => strict || finding.severity === 'error').length;
  if (errors === 0) return undefined;
  const warnings = findings.length - errors;
  return new PreflightError(findings, {
    code: 'preflight',
    message: `The request was not sent: ${count(errors, 'problem')}${warnings > 0 ? ` and ${count(warnings, 'warning')}` : ''}`,
    hint: strict
      ? 'mend the above, or leave --strict out'
      : 'mend the above; --no-preflight sends it as it is, for the service to decide',
  });
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
