import * as z from 'zod/mini';
import { field, lenient } from './field.ts';

/** A finished file of a job, as the service lists it. @see service document §2.2 */
export const outputSchema = z.looseObject({
  url: field(z.string(), {
    section: '§2.2',
    says: 'Stable link, normally on the CDN host; read its host, assume neither form.',
    unit: 'URL',
  }),
  type: field(lenient(z.string()), { section: '§2.2', says: 'Medium, such as image or video.' }),
  content_type: field(lenient(z.string()), { section: '§2.2', says: 'MIME type of the file.' }),
  expires_at: field(lenient(z.string()), {
    section: '§2.2',
    says: 'When the link may stop working, ten years after creation or later.',
    unit: 'ISO 8601',
  }),
});

export type Output = z.infer<typeof outputSchema>;
