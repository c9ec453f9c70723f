import * as z from 'zod/mini';
import { fieldsOf, lenient } from './field.ts';
import { contentPartSchema, videoOptionsSchema } from './video-input.ts';
import { taskErrorSchema } from './wire-error.ts';

const inputField = fieldsOf('§2.7');
const taskField = fieldsOf('§2.8');
const taskRouteField = fieldsOf('§4.5');
const spicyField = fieldsOf('§4.7');
const refsField = fieldsOf('§4.8');

/** The words a v1 task route uses for its states. @see service document §2.8 */
export const taskStatuses = ['running', 'succeeded', 'failed'] as const;

/** The body of a v1 task or spicy submit; unknown fields travel on to the generator. @see service document §4.5 */
export const taskSubmissionSchema = z.looseObject({
  model: taskRouteField(z.string(), 'Catalogue id of the model.'),
  content: inputField(z.array(contentPartSchema), 'Prompt and media, in order.'),
  ...videoOptionsSchema.shape,
});

/** The answer to a v1 task submit: the vendor's id alone. @see service document §2.8 */
export const taskAcceptedSchema = z.looseObject({
  id: taskField(z.string(), "The vendor's task id."),
});

/**
 * The answer to a spicy submit. The document shows none of its own: the job is polled by its `job_id`, and an `id` beside
 * it, or instead of it, is read too.
 * @see service document §4.7
 */
export const spicyAcceptedSchema = z.looseObject({
  job_id: spicyField(lenient(z.string()), 'The id to poll.'),
  id: taskField(lenient(z.string()), "The vendor's task id."),
  status: refsField(lenient(z.string()), 'How it stands, where that is said.'),
});

/** A polled v1 task: the vendor's whole body and three fields of the service. @see service document §2.8 */
export const taskSchema = z.looseObject({
  id: taskField(lenient(z.string()), "The vendor's task id."),
  job_id: taskField(lenient(z.string()), "The service's job id."),
  status: taskField(z.string(), 'running, succeeded or failed.'),
  content: lenient(
    z.looseObject({
      video_url: taskField(lenient(z.string()), "The vendor's raw link.", 'URL'),
      last_frame_url: taskField(lenient(z.string()), "The closing still's raw link.", 'URL'),
    }),
  ),
  data: lenient(
    z.array(
      z.looseObject({
        url: taskField(lenient(z.string()), "An image's raw link.", 'URL'),
      }),
    ),
  ),
  media_url: taskField(lenient(z.string()), "The service's masked link.", 'URL'),
  last_frame_media_url: taskField(lenient(z.string()), 'The masked link of the closing still.', 'URL'),
  error: taskField(lenient(taskErrorSchema), 'Why the task failed.'),
});

/** The answer of the refs route; the job is then polled at the spicy poll path. @see service document §4.8 */
export const refsAcceptedSchema = z.looseObject({
  job_id: refsField(z.string(), 'The id to poll.'),
  status: refsField(z.string(), 'submitted.'),
});
