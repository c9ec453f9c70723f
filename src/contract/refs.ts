import * as z from 'zod/mini';
import { field } from './field.ts';

/** The body of the refs route is that of a spicy submit. @see service document §4.8 */
export { taskSubmissionSchema as refsSubmissionSchema } from './task.ts';

/** The answer of the refs route; the job is then polled at the spicy poll path. @see service document §4.8 */
export const refsAcceptedSchema = z.looseObject({
  job_id: field(z.string(), { section: '§4.8', says: 'The id to poll.' }),
  status: field(z.string(), { section: '§4.8', says: 'submitted.' }),
});
