import * as z from 'zod/mini';
import { anything, dollars, said, text, whole } from './said.ts';

/** A request that was built and not sent. */
export const requestDocument = z.object({
  method: text('POST.'),
  url: text('Where it would go.'),
  headers: said(z.record(z.string(), z.string()), 'Its headers; the key is a placeholder.'),
  body: anything('Its body, as JSON; null without one.'),
  expected_cost: said(
    z.nullable(
      z.object({
        jobs: whole('How many jobs of its kind were charged on this machine.'),
        least_usd: dollars('The least of them.'),
        median_usd: dollars('Their median.'),
        most_usd: dollars('The most.'),
      }),
    ),
    'What it should cost, by what like jobs were charged here; null where none was.',
  ),
});

export const requestsDocument = z.object({ items: z.array(requestDocument) });
