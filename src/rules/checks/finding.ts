import type { ShownFinding } from '../../errors/preflight-error.ts';

/** Who acts on a broken rule: a 400 at submit, a job that ends `provider_rejected`, or nobody but us. */
export type EnforcedBy = ShownFinding['enforcedBy'];

/**
 * What a rule says of a request. `where` is a JSON path such as `input.duration`; `message` says what is wrong and
 * by how much; `fix` says what to write instead; `section` is that of the service document.
 */
export type Finding = ShownFinding;

/** Severity follows who enforces: what is ours alone is a warning. */
export function finding(parts: Omit<Finding, 'severity'>): Finding {
  return { ...parts, severity: parts.enforcedBy === 'advice' ? 'warning' : 'error' };
}
