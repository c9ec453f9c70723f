import * as z from 'zod/mini';
import { dollars, said, whole } from './said.ts';

/** The expected cost of one or more requests that were not sent. */
export const expectedCost = said(
  z.nullable(
    z.object({
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
    }),
  ),
  'What sending should cost, by what like jobs were charged here or by a price list; null where nothing tells.',
);
