import { hideInLinks } from '../../text/redaction.ts';
import { counted } from '../../text/shown-value.ts';
import { type CheckedRequest, PreflightError, type ShownFinding } from './preflight-error.ts';

/**
 * Who enforces a rule: `service` with a 400 at submit, `generator` with a job that ends `provider_rejected`. `advice` is enforced
 * by nobody.
 */
export type EnforcedBy = ShownFinding['enforcedBy'];

/**
 * What a rule says of a request. `where` is a JSON path such as `input.duration`; `message` says what is wrong and by how much;
 * `fix` says what to write instead; `section` names a section of the service document.
 */
export type Finding = ShownFinding;

/** Makes a finding, without secrets of links. Advice is a warning; what the service or the generator enforces is an error. */
export function finding(parts: Omit<Finding, 'severity'>): Finding {
  const [message, fix] = [hideInLinks(parts.message), hideInLinks(parts.fix)];
  return { ...parts, message, fix, severity: parts.enforcedBy === 'advice' ? 'warning' : 'error' };
}

/** Makes the findings of one section of the service document, by who enforces their rules. */
export function findingsOf(section: string) {
  const by = (enforcedBy: EnforcedBy) => (rule: string, where: string, message: string, fix: string) =>
    finding({ rule, where, enforcedBy, message, fix, section });
  return { service: by('service'), generator: by('generator'), advice: by('advice') };
}

/** The error for a request that must not be sent: it has an error among its findings, or with `strict` any finding. Else undefined. */
export function weighed(
  findings: readonly Finding[],
  strict: boolean,
  request?: CheckedRequest,
): PreflightError | undefined {
  const errors = findings.filter(({ severity }) => strict || severity === 'error').length;
  if (errors === 0) return undefined;
  const warnings = findings.length - errors;
  return new PreflightError(findings, {
    code: 'preflight',
    message: `The request was not sent: ${counted(errors, 'problem')}${warnings > 0 ? ` and ${counted(warnings, 'warning')}` : ''}`,
    hint: findings.some(({ severity }) => severity === 'error')
      ? '--no-preflight sends it as it is, for the service to decide'
      : 'without --strict a warning refuses nothing',
    isStrict: strict,
    request,
  });
}
