import * as z from 'zod/mini';
import { field, lenient } from './field.ts';
import { contentPartSchema, videoOptionsSchema } from './video-input.ts';
import { taskErrorSchema } from './wire-error.ts';

/** The words a v1 task route uses for its states. @see service document §2.8 */
export const taskStatuses = ['running', 'succeeded', 'failed'] as const;

/** The body of a v1 task or spicy submit; unknown fields travel on to the generator. @see service document §4.5 */
export const taskSubmissionSchema = z.looseObject({
  model: field(z.string(), { section: '§4.5', says: 'Catalogue id of the model.' }),
  content: field(z.array(contentPartSchema), { section: '§2.7', says: 'Prompt and media, in order.' }),
  ...videoOptionsSchema.shape,
});

/** The answer to a v1 task submit: the vendor's id alone. @see service document §2.8 */
export const taskAcceptedSchema = z.looseObject({
  id: field(z.string(), { section: '§2.8', says: "The vendor's task id." }),
});

/**
 * The answer to a spicy submit. The document shows none of its own: the job is polled by its `job_id`, and an `id` beside
 * it, or instead of it, is read too.
 * @see service document §4.7
 */
export const spicyAcceptedSchema = z.looseObject({
  job_id: field(lenient(z.string()), { section: '§4.7', says: 'The id to poll.' }),
  id: field(lenient(z.string()), { section: '§2.8', says: "The vendor's task id." }),
  status: field(lenient(z.string()), { section: '§4.8', says: 'How it stands, where that is said.' }),
});

/** A polled v1 task: the vendor's whole body and three fields of the service. @see service document §2.8 */
export const taskSchema = z.looseObject({
  id: field(lenient(z.string()), { section: '§2.8', says: "The vendor's task id." }),
  job_id: field(lenient(z.string()), { section: '§2.8', says: "The service's job id." }),
  status: field(z.string(), { section: '§2.8', says: 'running, succeeded or failed.' }),
  content: lenient(
    z.looseObject({
      video_url: field(lenient(z.string()), { section: '§2.8', says: "The vendor's raw link.", unit: 'URL' }),
      last_frame_url: field(lenient(z.string()), {
        section: '§2.8',
        says: "The closing still's raw link.",
        unit: 'URL',
      }),
    }),
  ),
  data: lenient(
    z.array(
      z.looseObject({
        url: field(lenient(z.string()), { section: '§2.8', says: "An image's raw link.", unit: 'URL' }),
      }),
    ),
  ),
  media_url: field(lenient(z.string()), { section: '§2.8', says: "The service's masked link.", unit: 'URL' }),
  last_frame_media_url: field(lenient(z.string()), {
    section: '§2.8',
    says: 'The masked link of the closing still.',
    unit: 'URL',
  }),
  error: field(lenient(taskErrorSchema), { section: '§2.8', says: 'Why the task failed.' }),
});

/** The answer of the refs route; the job is then polled at the spicy poll path. @see service document §4.8 */
export const refsAcceptedSchema = z.looseObject({
  job_id: field(z.string(), { section: '§4.8', says: 'The id to poll.' }),
  status: field(z.string(), { section: '§4.8', says: 'submitted.' }),
});
