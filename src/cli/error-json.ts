import type { CliError, Fix } from '../errors/cli-error.ts';
import { stepsOffered } from '../errors/hint.ts';
import { PreflightError, type ShownFinding, wordsOf } from '../service/checks/preflight-error.ts';
import { hideInLinks } from '../text/redaction.ts';
import { escapeJsonControls } from '../text/safe-text.ts';
import type { DocumentFields } from './documents/index.ts';

/** A failure as one line of JSON. */
export function errorJson(error: CliError): string {
  return `${escapeJsonControls(JSON.stringify({ error: errorDocumentOf(error) }))}\n`;
}

/** A failure as JSON has it. Absent values are null; a failed preflight includes its findings. */
export function errorDocumentOf(error: CliError): DocumentFields<'genctl.error/v1'>['error'] {
  return {
    code: error.code,
    message: hideInLinks(error.message),
    hint: shown(hintOf(error)),
    retryable: error.retryable,
    exit_code: error.exitCode,
    job_id: error.jobId ?? null,
    idempotency_key: error.idempotencyKey ?? null,
    provider_code: error.providerCode ?? null,
    why: shown(error.why),
    fix: error.fix === undefined ? null : fixDocument(error.fix),
    ...(error instanceof PreflightError ? { findings: error.findings.map(findingDocument) } : {}),
  };
}

/** The hint, after what mends each finding where no line mends them all: only a person may go past the checks. */
export function hintOf(error: CliError): string | undefined {
  if (!(error instanceof PreflightError) || stepsOffered(error.mend).length > 0) return error.hint;
  const mends = new Set(error.refusing.map((finding) => wordsOf(finding).fix));
  return [...mends, error.hint ?? []].flat().join('\n');
}

function shown(text: string | undefined): string | null {
  return text === undefined ? null : hideInLinks(text);
}

/** A finding as JSON has it: in the words of the line or of the columns that asked, with its place in the request. */
export type FindingDocument = NonNullable<DocumentFields<'genctl.error/v1'>['error']['findings']>[number];

export function findingDocument(finding: ShownFinding): FindingDocument {
  const { allowed, enforcedBy, range, rule, section, severity, where } = finding;
  const { fix, message } = wordsOf(finding);
  return { rule, where, severity, enforcedBy, message, fix, section, allowed, range };
}

function fixDocument({ allowed, argv, range }: Fix) {
  return { argv, allowed, range };
}
