import { PreflightError } from '../../errors/preflight-error.ts';
import { counted } from '../shown-value.ts';
import type { Finding } from './finding.ts';

/** The error for a request that must not be sent: it has an error among its findings, or with `strict` any finding. Else undefined. */
export function weighed(findings: readonly Finding[], strict: boolean): PreflightError | undefined {
  const errors = findings.filter((finding) => strict || finding.severity === 'error').length;
  if (errors === 0) return undefined;
  const warnings = findings.length - errors;
  return new PreflightError(findings, {
    code: 'preflight',
    message: `The request was not sent: ${counted(errors, 'problem')}${warnings > 0 ? ` and ${counted(warnings, 'warning')}` : ''}`,
    hint: strict
      ? 'mend the above, or leave --strict out'
      : 'mend the above; --no-preflight sends it as it is, for the service to decide',
  });
}
