import type { DocumentFields } from '../../../contract/documents/index.ts';
import type { CliError } from '../../../errors/cli-error.ts';
import { PreflightError } from '../../../errors/preflight-error.ts';
import { escapeJsonControls } from '../../../rules/safe-text.ts';

/** A failure as one line of JSON. */
export function errorJson(error: CliError): string {
  return `${escapeJsonControls(JSON.stringify({ error: errorDocumentOf(error) }))}\n`;
}

/** A failure as JSON has it. Absent values are null; a failed preflight includes its findings. */
export function errorDocumentOf(error: CliError): DocumentFields<'genctl.error/v1'>['error'] {
  return {
    code: error.code,
    message: error.message,
    hint: error.hint ?? null,
    retryable: error.retryable,
    exit_code: error.exitCode,
    job_id: error.jobId ?? null,
    idempotency_key: error.idempotencyKey ?? null,
    provider_code: error.providerCode ?? null,
    why: error.why ?? null,
    ...(error instanceof PreflightError ? { findings: [...error.findings] } : {}),
  };
}
