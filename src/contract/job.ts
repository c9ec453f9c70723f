import * as z from 'zod/mini';
import { field, lenient } from './field.ts';
import { outputSchema } from './output.ts';
import { jobErrorSchema } from './wire-error.ts';

/**
 * A v2 job as received. Only `id` and `status` are demanded: everything else is read when it is there and
 * has its type, and a status outside the known set stays a plain string.
 * @see service document §2.1
 */
export const jobSchema = z.looseObject({
  id: field(z.string().check(z.minLength(1)), { section: '§2.1', says: 'Job id, beginning with job_.' }),
  model: field(lenient(z.string()), { section: '§2.1', says: 'Model id.' }),
  status: field(z.string().check(z.minLength(1)), {
    section: '§2.1',
    says: 'queued, running, succeeded, failed, canceled or expired.',
  }),
  media: field(lenient(z.string()), { section: '§2.1', says: 'Output medium; present on a poll.' }),
  created_at: field(lenient(z.string()), {
    section: '§2.1',
    says: 'When it was accepted.',
    unit: 'ISO 8601',
  }),
  completed_at: field(lenient(z.string()), {
    section: '§2.1',
    says: 'When it ended; present once it has.',
    unit: 'ISO 8601',
  }),
  retention_until: field(lenient(z.string()), {
    section: '§2.1',
    says: 'After it the record is gone; the output links are not.',
    unit: 'ISO 8601',
  }),
  cost_usd: field(lenient(z.number()), {
    section: '§2.1',
    says: 'What was charged, prompt rewriting included; absent on a failed job.',
    unit: 'USD',
  }),
  outputs: field(lenient(z.array(outputSchema)), {
    section: '§2.1',
    says: 'Finished files, on success only.',
  }),
  error: field(lenient(jobErrorSchema), { section: '§2.1', says: 'Why it failed, on a failed job only.' }),
  retry_after: field(lenient(z.number()), {
    section: '§2.1',
    says: 'Least time to the next poll; mirrors the Retry-After header, while unfinished.',
    unit: 's',
  }),
  deadline_at: field(lenient(z.string()), {
    section: '§2.1',
    says: 'When an unfinished job is abandoned.',
    unit: 'ISO 8601',
  }),
});

export type Job = z.infer<typeof jobSchema>;

/** Reads a job; undefined for anything else. An output that can't be read does not hide the others. */
export function readJob(json: unknown): Job | undefined {
  const { success, data: job } = jobSchema.safeParse(json);
  if (!success) return undefined;
  if (job.outputs !== undefined) return job;
  const listed = (json as { outputs?: unknown }).outputs;
  const outputs = (Array.isArray(listed) ? listed : [])
    .map((one: unknown) => outputSchema.safeParse(one))
    .flatMap((parsed) => (parsed.success ? [parsed.data] : []));
  return outputs.length === 0 ? job : { ...job, outputs };
}
