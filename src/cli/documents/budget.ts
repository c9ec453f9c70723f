import * as z from 'zod/mini';
import { dollars, dollarsOrNull, said, text, whole } from './said.ts';

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
export const maxCostField = said(
  z.nullable(
    z.object({
      max_cost_usd: dollars('By --max-cost.'),
      most_usd: dollarsOrNull(
        'What all may cost, by the dearest of like jobs; null where that is not known.',
      ),
      left_after_usd: dollarsOrNull('What would be left; below 0 where it is not enough.'),
    }),
  ),
  'What --max-cost allows; null without it.',
);

/** The budgets of accounts, as a dry run shows them: with the rest that it would leave. */
export const plannedBudgetsField = said(
  z.array(
    z.object({
      ...standing,
      left_after_usd: dollarsOrNull(
        'What would be left, were each job charged as the dearest of its like; null where that is not known.',
      ),
    }),
  ),
  'How the budgets stand; empty where none holds.',
);
