import * as z from 'zod/mini';
import { fieldsOf, lenient } from './field.ts';

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
