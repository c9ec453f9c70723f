import * as z from 'zod/mini';
import { expectedCost, maxCostField, plannedBudgetsField } from './budget.ts';
import { anything, said, text, warnings } from './said.ts';

/** A request that was built and not sent. */
const requestFields = {
  method: text('POST.'),
  url: text('Where it would go.'),
  headers: said(z.record(z.string(), z.string()), 'Its headers; the key is a placeholder.'),
  body: anything('Its body, as JSON; null without one.'),
  expected_cost: expectedCost,
};

const plannedFields = {
  budgets: plannedBudgetsField,
  max_cost: maxCostField,
  warnings: warnings('What sending would warn of, each thing once.'),
};

export const requestDocument = z.object({ ...requestFields, ...plannedFields });

export const requestsDocument = z.object({
  items: z.array(z.object(requestFields)),
  expected_cost: expectedCost,
  ...plannedFields,
});
