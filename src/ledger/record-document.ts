import { promptText } from '../service/body/asked-fields.ts';
import type { JobError, Output } from '../service/job.ts';
import { requestRoutes } from '../service/request-route.ts';
import type { JobDocument, JobErrorDocument, OutputDocument } from './job-document.ts';
import type { LedgerMeans } from './ledger-means.ts';
import { missingOutputs } from './missing-outputs.ts';
import type { DownloadedFile, JobRecord } from './record.ts';
import { renderedRequests, requestOf, seedOf } from './rendered-requests.ts';

/** Jobs of the ledger as they are shown and printed, finals with their drafts' words. */
export async function jobDocuments(
  context: Pick<LedgerMeans, 'ledger'>,
  records: readonly JobRecord[],
): Promise<JobDocument[]> {
  const rendered = await renderedRequests(context, records);
  return records.map((record) => jobDocumentOf(record, rendered(record)));
}

/**
 * A job of the ledger as `--json` prints it.
 *
 * @param rendered the request as it was rendered, which for a final has its draft's words.
 */
export function jobDocumentOf(record: JobRecord, rendered: unknown): JobDocument {
  const { job, intent } = record;
  const request = requestOf(record);
  const missing = missingOutputs(record).length;
  const isInherited = intent?.draft_of != null && JSON.stringify(rendered) !== JSON.stringify(request);
  return {
    id: record.id,
    route: record.route,
    profile: record.profile,
    model: job.model ?? intent?.model ?? null,
    status: job.status,
    media: job.media ?? null,
    created_at: job.created_at ?? null,
    completed_at: job.completed_at ?? null,
    deadline_at: job.deadline_at ?? null,
    retention_until: job.retention_until ?? null,
    retry_after: job.retry_after ?? null,
    cost_usd: job.cost_usd ?? null,
    outputs: outputDocuments(record),
    error: job.error === undefined ? null : jobErrorDocumentOf(job.error),
    provider_code: providerCodeOf(job.error) ?? null,
    idempotency_key: requestRoutes[record.route].hasKey ? (intent?.idempotency_key ?? null) : null,
    once: intent?.once ?? null,
    attempt: intent?.attempt ?? null,
    batch: intent?.batch?.name ?? null,
    tags: intent?.tags ?? null,
    draft_of: intent?.draft_of ?? null,
    finals: record.finals.length > 0 ? record.finals : null,
    replayed: record.replayed,
    prompt: promptText(rendered) ?? null,
    seed: seedOf(rendered) ?? null,
    request,
    rendered: isInherited ? rendered : null,
    raw: record.raw ?? null,
    outputs_missing: missing === 0 ? null : missing,
    lost_at: record.lost_at ?? null,
    shot: intent?.batch?.shot,
  };
}

/** The outputs of a job in their positions; null if none has a link or a file. */
function outputDocuments(record: JobRecord): OutputDocument[] | null {
  const { outputs = [] } = record.job;
  if (outputs.every(({ url }, index) => url === '' && filesOf(record, index).length === 0)) return null;
  return outputs.map((output, index) => outputDocument(output, filesOf(record, index)));
}

function outputDocument(output: Output, files: readonly DownloadedFile[]): OutputDocument {
  const file = files.at(-1);
  const copies = files.slice(0, -1).map(({ path }) => path);
  return {
    url: output.url,
    type: output.type ?? null,
    content_type: output.content_type ?? null,
    expires_at: output.expires_at ?? null,
    path: file?.path ?? null,
    bytes: file?.bytes ?? null,
    sha256: file?.sha256 ?? null,
    copies: copies.length > 0 ? copies : null,
    findings: file?.findings ?? null,
    content_credentials: null,
  };
}

function jobErrorDocumentOf(error: JobError): JobErrorDocument {
  const { code, message } = error;
  return { code: code ?? null, message: message ?? null, provider_code: providerCodeOf(error) ?? null };
}

/** The generator's own code, on v1. @see service document §7.3 */
export function providerCodeOf(error: JobError | undefined): string | undefined {
  const code = error?.provider_code;
  return typeof code === 'string' ? code : undefined;
}

/** The known copies of an output on this machine, the newest last. */
function filesOf({ files }: JobRecord, index: number): DownloadedFile[] {
  return files.filter((file) => file.index === index);
}

/** The newest copy of an output. */
export function fileOf(record: JobRecord, index: number): DownloadedFile | undefined {
  return filesOf(record, index).at(-1);
}
