import { CliError, type CliErrorParts } from './cli-error.ts';

/** One finding as an error carries it: enough to show it, without importing the rules that made it. */
export interface ShownFinding {
  rule: string;
  where: string;
  severity: 'error' | 'warning';
  enforcedBy: 'service' | 'generator' | 'advice';
  message: string;
  fix: string;
  section: string;
}

/** The request was looked at before sending and refused; every finding is in it. */
export class PreflightError extends CliError {
  override readonly name = 'PreflightError';
  readonly findings: readonly ShownFinding[];

  constructor(findings: readonly ShownFinding[], parts: CliErrorParts) {
    super('usage', parts);
    this.findings = findings;
  }
}
