import * as z from 'zod/mini';
import { objectOf, ownValue } from '../text/json-object.ts';
import { redact } from '../text/redaction.ts';
import { fieldsOf, lenient } from './wire/field.ts';

const jobErrorField = fieldsOf('§2.3');

/** The fixed set of codes that a failed v2 job carries. @see service document §7.1 */
export const jobErrorCodes = [
  'provider_rejected',
  'provider_failed',
  'timeout',
  'expired',
  'canceled',
  'quota_exceeded',
  'output_too_large',
  'unsupported_media',
  'internal',
] as const;

export type JobErrorCode = (typeof jobErrorCodes)[number];

/** Why a v2 job failed: a code of the fixed set and its fixed wording. @see service document §2.3 */
export const jobErrorSchema = z.looseObject({
  code: jobErrorField(lenient(z.string()), 'A code of the fixed set of §7.1.'),
  message: jobErrorField(lenient(z.string()), 'Fixed wording for that code.'),
});

export type JobError = z.infer<typeof jobErrorSchema>;

const jobField = fieldsOf('§2.1');
const outputField = fieldsOf('§2.2');

/** A finished file of a job, as the service lists it. @see service document §2.2 */
export const outputSchema = z.looseObject({
  url: outputField(
    z.string(),
    'Stable link, normally on the CDN host; read its host, assume neither form.',
    'URL',
  ),
  type: outputField(lenient(z.string()), 'Medium, such as image or video.'),
  content_type: outputField(lenient(z.string()), 'MIME type of the file.'),
  expires_at: outputField(
    lenient(z.string()),
    'When the link may stop working, ten years after creation or later.',
    'ISO 8601',
  ),
});

export type Output = z.infer<typeof outputSchema>;

/**
 * A v2 job as received. Only `id` and `status` are demanded: everything else is read when it is there and
 * has its type, and a status outside the known set stays a plain string.
 * @see service document §2.1
 */
export const jobSchema = z.looseObject({
  id: jobField(z.string().check(z.minLength(1)), 'Job id, beginning with job_.'),
  model: jobField(lenient(z.string()), 'Model id.'),
  status: jobField(
    z.string().check(z.minLength(1)),
    'queued, running, succeeded, failed, canceled or expired.',
  ),
  media: jobField(lenient(z.string()), 'Output medium; present on a poll.'),
  created_at: jobField(lenient(z.string()), 'When it was accepted.', 'ISO 8601'),
  completed_at: jobField(lenient(z.string()), 'When it ended; present once it has.', 'ISO 8601'),
  retention_until: jobField(
    lenient(z.string()),
    'After it the record is gone; the output links are not.',
    'ISO 8601',
  ),
  cost_usd: jobField(
    lenient(z.number()),
    'What was charged, prompt rewriting included; absent on a failed job.',
    'USD',
  ),
  outputs: jobField(lenient(z.array(outputSchema)), 'Finished files, on success only.'),
  error: jobField(lenient(jobErrorSchema), 'Why it failed, on a failed job only.'),
  retry_after: jobField(
    lenient(z.number()),
    'Least time to the next poll; mirrors the Retry-After header, while unfinished.',
    's',
  ),
  deadline_at: jobField(lenient(z.string()), 'When an unfinished job is abandoned.', 'ISO 8601'),
});

export type Job = z.infer<typeof jobSchema>;

/** Reads a job; undefined for anything else. An output that can't be read does not hide the others. An error may be a sentence alone. */
export function readJob(json: unknown): Job | undefined {
  const sentence = ownValue(objectOf(json), 'error');
  const isSentence = typeof sentence === 'string' && sentence.trim() !== '';
  const read = isSentence ? { ...objectOf(json), error: { message: redact(sentence) } } : json;
  const { success, data: job } = jobSchema.safeParse(read);
  if (!success) return undefined;
  if (job.outputs !== undefined) return job;
  const listed = (json as { outputs?: unknown }).outputs;
  const outputs = (Array.isArray(listed) ? listed : [])
    .map((one: unknown) => outputSchema.safeParse(one))
    .flatMap((parsed) => (parsed.success ? [parsed.data] : []));
  return outputs.length === 0 ? job : { ...job, outputs };
}
