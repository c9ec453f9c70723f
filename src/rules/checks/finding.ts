import type { ShownFinding } from '../../errors/preflight-error.ts';

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

/** Makes a finding. Advice is a warning; what the service or the generator enforces is an error. */
export function finding(parts: Omit<Finding, 'severity'>): Finding {
  return { ...parts, severity: parts.enforcedBy === 'advice' ? 'warning' : 'error' };
}
