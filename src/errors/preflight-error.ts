import { CliError, type CliErrorParts } from './cli-error.ts';

/** A finding as an error carries it: enough to show it, without importing the rules that made it. */
export interface ShownFinding {
  rule: string;
  where: string;
  severity: 'error' | 'warning';
  enforcedBy: 'service' | 'generator' | 'advice';
  message: string;
  fix: string;
  section: string;
}

/** The checks before sending refused the request; every finding is listed here. */
export class PreflightError extends CliError {
  override readonly name = 'PreflightError';
  readonly findings: readonly ShownFinding[];

  constructor(findings: readonly ShownFinding[], parts: CliErrorParts) {
    super('usage', parts);
    this.findings = findings;
  }
}
