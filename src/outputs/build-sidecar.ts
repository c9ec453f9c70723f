import type { DocumentFields } from '../cli/documents/index.ts';
import type { DocumentName } from '../cli/documents/names.ts';
import { batchAbroad, type DownloadedFile, type JobRecord } from '../ledger/record.ts';
import { requestOf, seedOf } from '../ledger/rendered-requests.ts';
import { type Digest, shareableBody } from '../request/rules/left-out.ts';
import { promptText } from '../service/body/asked-fields.ts';
import { requestRoutes } from '../service/request-route.ts';
import { objectOf } from '../text/json-object.ts';

/** The version of a sidecar's shape. */
export const sidecarSchema = 'genctl.sidecar/v1' satisfies DocumentName;

/** Real sidecars are far shorter than this. Unit: bytes. */
export const sidecarBytesMost = 64 * 1024 * 1024;

export interface SidecarParts {
  /** ISO 8601. */
  downloadedAt: string;
  digest: Digest;
  /** The request as it was rendered: a final has its draft's words. */
  rendered: unknown;
}

/**
 * The sidecar of a file: what is needed to make the file again and to find its cost. It travels with the file, so it holds
 * neither a key nor a signed link. It names the parts of the request that were left out; the ledger has them.
 */
export function sidecarOf(
  record: JobRecord,
  file: DownloadedFile,
  { downloadedAt, digest, rendered }: SidecarParts,
): DocumentFields<'genctl.sidecar/v1'> & { schema: string } {
  const { job, intent } = record;
  const whole = objectOf(requestOf(record));
  const shared = whole === undefined ? undefined : shareableBody(whole, digest);
  const words = objectOf(rendered);
  const wordsShared = words === undefined ? undefined : shareableBody(words, digest).body;
  const isInherited = intent?.draft_of != null && JSON.stringify(words) !== JSON.stringify(whole);
  return {
    schema: sidecarSchema,
    job_id: record.id,
    api: requestRoutes[record.route].api,
    route: record.route,
    output: file.index + 1,
    last_frame: isLastFrame(record, file.index),
    model: job.model ?? intent?.model ?? null,
    request: shared?.body ?? null,
    ...(isInherited ? { rendered: wordsShared } : {}),
    left_out: shared?.leftOut ?? [],
    prompt: promptText(wordsShared) ?? null,
    seed: seedOf(rendered) ?? null,
    once: intent?.once ?? null,
    attempt: intent?.attempt ?? null,
    ...(intent?.batch === undefined
      ? {}
      : { batch: { ...batchAbroad(intent.batch), files: job.outputs?.length ?? null } }),
    tags: intent?.tags ?? null,
    draft_of: intent?.draft_of ?? null,
    finals: record.finals,
    cost_usd: job.cost_usd ?? null,
    bytes: file.bytes,
    sha256: file.sha256,
    created_at: job.created_at ?? null,
    completed_at: job.completed_at ?? null,
    downloaded_at: downloadedAt,
    profile: record.profile,
    base_url: record.base_url,
  };
}

/** Tells whether an output is the last frame of a clip, saved beside it. @see service document §2.8 */
export function isLastFrame({ job }: Pick<JobRecord, 'job'>, index: number): boolean {
  return job.media === 'video' && index > 0 && job.outputs?.[index]?.type === 'image';
}
