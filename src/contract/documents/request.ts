import * as z from 'zod/mini';
import { expectedCost } from './expected-cost.ts';
import { anything, said, text } from './said.ts';

/** A request that was built and not sent. */
export const requestDocument = z.object({
  method: text('POST.'),
  url: text('Where it would go.'),
  headers: said(z.record(z.string(), z.string()), 'Its headers; the key is a placeholder.'),
  body: anything('Its body, as JSON; null without one.'),
  expected_cost: expectedCost,
});

export const requestsDocument = z.object({ items: z.array(requestDocument), expected_cost: expectedCost });
