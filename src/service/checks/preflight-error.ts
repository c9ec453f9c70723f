import { CliError, type CliErrorParts, type ValueRange } from '../../errors/cli-error.ts';
import type { InputDescription } from '../model.ts';
import type { RequestRoute } from '../request-route.ts';

/** Something of a request that a sentence mentions. `plain`: by the words of the request itself. A line and a manifest call it otherwise. */
export interface Mention {
  is: 'field' | 'switch' | 'request' | 'value' | 'flag' | 'role';
  /** The path of it, or the flag or the role. */
  of: string;
  plain: string;
}

/** A sentence with mentions among its words. */
export type FindingWords = readonly (string | Mention)[];

/** A finding as an error carries it: enough to show it, without importing the rules that made it. */
export interface ShownFinding {
  rule: string;
  where: string;
  severity: 'error' | 'warning';
  enforcedBy: 'service' | 'generator' | 'advice';
  message: string;
  fix: string;
  /** Both of them as they were made; absent where they are one text for everybody. */
  said?: { message: FindingWords; fix: FindingWords } | undefined;
  section: string;
  /** The values that are taken at that place, where there are few. */
  allowed?: readonly unknown[] | undefined;
  range?: ValueRange | undefined;
  /** The types of JSON that are taken there, where the value has none of them. */
  types?: readonly string[] | undefined;
  /** The name that was probably meant by the one at that place. */
  instead?: string | undefined;
  /** As `message` and `fix`, in the words of the command line; absent where the request's own are the ones that were typed. */
  told?: { message: string; fix: string } | undefined;
}

/** The words of a finding: those of the line or of the columns that asked, else those of the request. */
export function wordsOf(finding: ShownFinding): Pick<ShownFinding, 'fix' | 'message'> {
  return finding.told ?? finding;
}

/** A request as it was checked. It is never shown. */
export interface CheckedRequest {
  body: Record<string, unknown>;
  route: RequestRoute;
  /** The live one of its model, where a list has it. */
  inputSchema?: InputDescription | undefined;
}

/** The checks before sending refused the request; every finding is listed here. */
export class PreflightError extends CliError {
  override readonly name = 'PreflightError';
  findings: readonly ShownFinding[];
  /** True if warnings refuse it, too. */
  readonly isStrict: boolean;
  readonly request: CheckedRequest | undefined;

  constructor(
    findings: readonly ShownFinding[],
    parts: CliErrorParts & { isStrict?: boolean; request?: CheckedRequest | undefined },
  ) {
    super('usage', parts);
    this.findings = findings;
    this.isStrict = parts.isStrict === true;
    this.request = parts.request;
  }

  /** The findings that keep it from being sent. */
  get refusing(): readonly ShownFinding[] {
    return this.findings.filter(({ severity }) => this.isStrict || severity === 'error');
  }
}
