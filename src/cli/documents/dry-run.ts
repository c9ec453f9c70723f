import * as z from 'zod/mini';
import { anything, dollars, dollarsOrNull, list, maybe, said, text, texts, whole } from './said.ts';

const standing = {
  profile: text('The account.'),
  period: said(z.enum(['day', 'month']), 'What it may spend that in.'),
  of: text('The day YYYY-MM-DD or the month YYYY-MM, UTC.'),
  budget_usd: dollars('What may be spent.'),
  charged_usd: dollars('What was charged.'),
  estimated_usd: dollars(
    'The part of charged_usd that no service told: v1 jobs, by the price list or --assume-cost.',
  ),
  reserved_usd: dollars('For jobs in flight, and submits without an answer.'),
  in_flight: whole('How many of these there are.'),
  left_usd: dollars('What is left; below 0 where more was spent.'),
};

/** How the budgets of accounts stand. */
export const budgetsField = said(
  z.array(z.object(standing)),
  'How the budgets stand; empty where none is set.',
);

/** The limit of `--max-cost` for a line that was not sent. */
const maxCostField = maybe('What --max-cost allows; null without it.', {
  max_cost_usd: dollars('By --max-cost.'),
  most_usd: dollarsOrNull('What all may cost, by the dearest of like jobs; null where that is not known.'),
  left_after_usd: dollarsOrNull('What would be left; below 0 where it is not enough.'),
});

/** The budgets of accounts, as a dry run shows them: with the rest that it would leave. */
export const plannedBudgetsField = list('How the budgets stand; empty where none holds.', {
  ...standing,
  left_after_usd: dollarsOrNull(
    'What would be left, were each job charged as the dearest of its like; null where that is not known.',
  ),
});

/** The expected cost of one or more requests that were not sent. */
export const expectedCost = maybe(
  'What sending should cost, by what like jobs were charged here or by a price list; null where nothing tells.',
  {
    sum_usd: dollars('The jobs that it is told for, each at the median of its like.'),
    told: whole('How many of the jobs to be sent the sum is for.'),
    untold: whole('How many of them have a price that nobody knows.'),
    jobs: whole('How many jobs that were charged here it is told by.'),
    least_usd: dollars('The least that one of them may cost by that.'),
    most_usd: dollars('The most.'),
    by: said(
      z.array(z.enum(['charges', 'seconds', 'list'])),
      'What it is told by: charges of like jobs, by the second those of another length, or a price list.',
    ),
  },
);

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
  warnings: texts('What sending would warn of, each thing once.'),
};

export const requestDocument = z.object({ ...requestFields, ...plannedFields });

export const requestsDocument = z.object({
  items: z.array(z.object(requestFields)),
  expected_cost: expectedCost,
  ...plannedFields,
});
