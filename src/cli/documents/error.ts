import * as z from 'zod/mini';
import { maybe, object, said, text, textOrNull, texts, truth, whole } from './said.ts';

/** The values that are taken at a place. */
export const allowed = z.optional(said(z.array(z.unknown()), 'The values that are taken there.'));
/** The range that is taken at a place. */
export const range = z.optional(
  object('The range that is taken there.', {
    least: z.optional(said(z.number(), 'The least that is taken.')),
    most: z.optional(said(z.number(), 'The most that is taken.')),
    unit: z.optional(text('Such as s.')),
  }),
);

/** A finding of a check of a request. */
export const findingFields = z.object({
  rule: text('The rule that was broken.'),
  where: text('The place in the request, such as input.duration.'),
  severity: z.enum(['error', 'warning']),
  enforcedBy: said(z.enum(['service', 'generator', 'advice']), 'Who would have refused it.'),
  message: text('What is wrong, and by how much, in the words of the line.'),
  fix: text('What to write instead.'),
  section: text("Of the service's document."),
  allowed,
  range,
});

/** The one line on stderr. */
export const errorDocument = z.object({
  error: z.object({
    code: text('One word for what happened; match on it.'),
    message: text('What happened, to what.'),
    hint: textOrNull('The command that mends it.'),
    retryable: truth('Whether the same line may do better later.'),
    exit_code: whole('The exit code of the run.'),
    job_id: textOrNull('The job, where there is one.'),
    idempotency_key: textOrNull('The key that finds the job of a submit.'),
    provider_code: textOrNull("The generator's own code, on v1."),
    why: textOrNull('Why, in numbers.'),
    fix: maybe('What mends it, where a program can tell.', {
      argv: z.optional(texts('The command that mends it, the program first: it can be run as it is.')),
      allowed,
      range,
    }),
    findings: z.optional(said(z.array(findingFields), 'Where the checks before sending refused it.')),
  }),
});
