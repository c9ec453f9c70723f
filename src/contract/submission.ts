import * as z from 'zod/mini';
import { field } from './field.ts';
import { promptEnhanceLevels } from './prompt-enhance-levels.ts';

/** The one delivery format of v2 outputs. @see service document §2.4 */
const outputFormats = ['url'] as const;

/** A model's own parameters: an open object, since the generator decides on fields no schema names. §2.4, §2.5 */
const inputSchema = z.record(z.string(), z.unknown());

/** The body of a v2 submit, as we send it. @see service document §2.4 */
export const submissionSchema = z.strictObject({
  model: field(z.string().check(z.minLength(1)), { section: '§2.4', says: 'An id of the model list.' }),
  input: field(inputSchema, { section: '§2.4', says: "The model's own parameters, passed on unchanged." }),
  output: z.optional(
    field(
      z.strictObject({
        count: z.optional(
          field(z.int().check(z.minimum(1)), {
            section: '§2.4',
            says: "How many outputs, at most the model's max_output_count.",
          }),
        ),
        format: z.optional(field(z.enum(outputFormats), { section: '§2.4', says: 'Delivery: a link.' })),
      }),
      { section: '§2.4', says: 'How many outputs and how they are delivered.' },
    ),
  ),
  callback_url: z.optional(
    field(z.string(), {
      section: '§2.4',
      says: 'Receives one POST when the job is over.',
      unit: 'https URL',
    }),
  ),
  prompt_enhance: z.optional(
    field(z.enum(promptEnhanceLevels), { section: '§2.4', says: 'Whether the prompt is rewritten first.' }),
  ),
});
