import * as z from 'zod/mini';
import { field, lenient } from './field.ts';

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
  code: field(lenient(z.string()), { section: '§2.3', says: 'A code of the fixed set of §7.1.' }),
  message: field(lenient(z.string()), { section: '§2.3', says: 'Fixed wording for that code.' }),
});

export type JobError = z.infer<typeof jobErrorSchema>;

/** The error of a v1 route, whose code is stable and whose text is the generator's. @see service document §7.3 */
export const taskErrorSchema = z.looseObject({
  code: field(lenient(z.string()), { section: '§7.3', says: "The service's own stable code." }),
  message: field(lenient(z.string()), {
    section: '§7.3',
    says: "The generator's wording; it may quote the request.",
  }),
  provider_code: field(lenient(z.string()), { section: '§7.3', says: "The generator's own code." }),
});

/** The envelope round a refusal. @see service document §7.3, §7.4 */
export const errorEnvelopeSchema = z.looseObject({ error: taskErrorSchema });

/** What we read from any refusal, whatever its shape was. */
export interface WireError {
  code?: string;
  message?: string;
  providerCode?: string;
}
