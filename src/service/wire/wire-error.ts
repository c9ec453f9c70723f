import * as z from 'zod/mini';
import { fieldsOf, lenient } from './field.ts';

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

/** Facts that genctl reads from any refusal, whatever its shape was. */
export interface WireError {
  code?: string;
  message?: string;
  providerCode?: string;
}
