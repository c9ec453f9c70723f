import * as z from 'zod/mini';
import { promptEnhanceLevels } from '../wire-values.ts';
import { fieldsOf } from './field.ts';

const submitField = fieldsOf('§2.4');

/** The one delivery format of v2 outputs. @see service document §2.4 */
const outputFormats = ['url'] as const;

/** A model's own parameters: an open object, since the generator decides on fields no schema names. §2.4, §2.5 */
const inputSchema = z.record(z.string(), z.unknown());

/** The body of a v2 submit, as we send it. @see service document §2.4 */
export const submissionSchema = z.strictObject({
  model: submitField(z.string().check(z.minLength(1)), 'An id of the model list.'),
  input: submitField(inputSchema, "The model's own parameters, passed on unchanged."),
  output: z.optional(
    submitField(
      z.strictObject({
        count: z.optional(
          submitField(z.int().check(z.minimum(1)), "How many outputs, at most the model's max_output_count."),
        ),
        format: z.optional(submitField(z.enum(outputFormats), 'Delivery: a link.')),
      }),
      'How many outputs and how they are delivered.',
    ),
  ),
  callback_url: z.optional(submitField(z.string(), 'Receives one POST when the job is over.', 'https URL')),
  prompt_enhance: z.optional(
    submitField(z.enum(promptEnhanceLevels), 'Whether the prompt is rewritten first.'),
  ),
});
